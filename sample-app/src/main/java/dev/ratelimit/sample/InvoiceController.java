/*
 * Copyright 2026 the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package dev.ratelimit.sample;

import java.math.BigDecimal;
import java.util.List;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Invoices, of which a contract grants so many reads an hour.
 */
@RestController
class InvoiceController {

	@GetMapping("/api/invoices")
	List<Invoice> all() {
		return List.of(new Invoice("2026-001", new BigDecimal("119.00")),
				new Invoice("2026-002", new BigDecimal("42.50")));
	}

	/**
	 * An invoice.
	 *
	 * @param number its number
	 * @param total what is to be paid, in euro
	 */
	record Invoice(String number, BigDecimal total) {

	}

}
