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

package dev.ratelimit.autoconfigure;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.core.ResolvableType;

/**
 * Knows which properties there are, to help whoever mistyped one.
 */
final class KnownProperties {

	private KnownProperties() {
	}

	/**
	 * Name the properties that could have been meant.
	 * @param name the full name of a property that does not exist
	 * @return part of a sentence
	 */
	static String beside(ConfigurationPropertyName name) {
		ResolvableType type = ResolvableType.forClass(RateLimitProperties.class);
		for (int i = 1; i < name.getNumberOfElements(); i++) {
			Class<?> raw = type.toClass();
			if (Map.class.isAssignableFrom(raw)) {
				type = type.getGeneric(1);
			}
			else if (List.class.isAssignableFrom(raw) && name.isNumericIndex(i)) {
				type = type.getGeneric(0);
			}
			else {
				ResolvableType component = component(raw, name.getElement(i, Form.UNIFORM));
				if (ResolvableType.NONE.equals(component)) {
					return of(raw);
				}
				type = component;
			}
		}
		return of(type.toClass());
	}

	static String of(Class<?> type) {
		if (!type.isRecord()) {
			return "see the reference";
		}
		return "there are "
				+ Arrays.stream(type.getRecordComponents()).map((component) -> kebab(component.getName())).toList();
	}

	private static ResolvableType component(Class<?> type, String uniformName) {
		if (type.isRecord()) {
			for (RecordComponent component : type.getRecordComponents()) {
				if (RawNames.uniform(component.getName()).equals(uniformName)) {
					return ResolvableType.forMethodReturnType(component.getAccessor());
				}
			}
		}
		return ResolvableType.NONE;
	}

	private static String kebab(String name) {
		return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
	}

}
