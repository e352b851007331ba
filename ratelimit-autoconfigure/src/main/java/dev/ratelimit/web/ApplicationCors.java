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

package dev.ratelimit.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.CorsConfigurationSource;

/**
 * The CORS rules of the application, where Spring Security looks for them too: a bean
 * named {@code corsConfigurationSource}, then any other bean of that type, among them
 * Spring MVC's own, which knows the global mappings and {@code @CrossOrigin}. The first
 * that has rules for a request counts. Looked up at the first request that needs them,
 * because the filter is created long before Spring MVC. Not to be made a bean itself.
 * Thread-safe.
 *
 * @since 0.1.0
 */
public final class ApplicationCors implements CorsConfigurationSource {

	private static final String MAIN = "corsConfigurationSource";

	private static final String MVC = "mvcHandlerMappingIntrospector";

	private final ListableBeanFactory beanFactory;

	private volatile @Nullable List<CorsConfigurationSource> sources;

	/**
	 * Create the rules.
	 * @param beanFactory the application's beans
	 */
	public ApplicationCors(ListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	@Override
	public @Nullable CorsConfiguration getCorsConfiguration(HttpServletRequest request) {
		for (CorsConfigurationSource source : sources()) {
			CorsConfiguration configuration = source.getCorsConfiguration(request);
			if (configuration != null) {
				return configuration;
			}
		}
		return null;
	}

	private List<CorsConfigurationSource> sources() {
		List<CorsConfigurationSource> known = this.sources;
		if (known == null) {
			known = find();
			this.sources = known;
		}
		return known;
	}

	private List<CorsConfigurationSource> find() {
		Map<String, CorsConfigurationSource> beans = this.beanFactory.getBeansOfType(CorsConfigurationSource.class);
		List<CorsConfigurationSource> found = new ArrayList<>();
		CorsConfigurationSource main = beans.get(MAIN);
		if (main != null) {
			found.add(main);
		}
		beans.forEach((name, source) -> {
			if (!name.equals(MAIN) && !name.equals(MVC)) {
				found.add(source);
			}
		});
		CorsConfigurationSource mvc = beans.get(MVC);
		if (mvc != null) {
			found.add(mvc);
		}
		return List.copyOf(found);
	}

}
