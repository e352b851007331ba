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

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import dev.ratelimit.rules.RulesProblem;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Notes what cannot be bound and goes on, so that everything is found at once. What
 * nothing is bound to is noted too: a typo must not mean "no limit".
 */
final class ProblemCollector extends AbstractBindHandler {

	private static final String DURATION_REMEDY = "write a duration with its unit, for example 50ms or 5s";

	private final List<ConfigurationPropertyName> failed = new ArrayList<>();

	private final List<RulesProblem> problems = new ArrayList<>();

	ProblemCollector() {
		// A variable such as RATELIMIT_PORT may be somebody else's.
		super(new NoUnboundElementsBindHandler(BindHandler.DEFAULT,
				(source) -> !(source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource)));
	}

	List<RulesProblem> problems() {
		return this.problems;
	}

	@Override
	public @Nullable Object onFailure(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
			Exception error) {
		if (error instanceof UnboundConfigurationPropertiesException unbound) {
			unbound.getUnboundProperties().forEach(this::addUnknown);
			return null;
		}
		this.failed.add(name);
		Object value = valueOf(name, context);
		Class<?> type = Objects.requireNonNullElse(target.getType().resolve(), Object.class);
		if (Map.class.isAssignableFrom(type) && "".equals(value)) {
			return null;
		}
		this.problems
			.add(new RulesProblem(name.toString(), (value != null) ? value.toString() : null, remedy(type, error)));
		return null;
	}

	/**
	 * Boot takes a bare number for milliseconds, which hardly anybody means.
	 */
	@Override
	public @Nullable Object onSuccess(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
			Object result) {
		Object value = valueOf(name, context);
		if (result instanceof Duration && value != null && value.toString().strip().matches("-?\\d+")) {
			this.problems.add(new RulesProblem(name.toString(), value.toString(), DURATION_REMEDY));
		}
		return super.onSuccess(name, target, context, result);
	}

	@Override
	public void onFinish(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
			@Nullable Object result) throws Exception {
		try {
			super.onFinish(name, target, context, result);
		}
		catch (UnboundConfigurationPropertiesException ex) {
			ex.getUnboundProperties().forEach(this::addUnknown);
		}
	}

	private void addUnknown(ConfigurationProperty property) {
		ConfigurationPropertyName name = property.getName();
		if (this.failed.stream().anyMatch((failed) -> failed.equals(name) || failed.isAncestorOf(name))) {
			return;
		}
		this.failed.add(name);
		this.problems.add(new RulesProblem(name.toString(), String.valueOf(property.getValue()),
				"there is no such property; " + KnownProperties.beside(name)));
	}

	private static @Nullable Object valueOf(ConfigurationPropertyName name, BindContext context) {
		for (ConfigurationPropertySource source : context.getSources()) {
			ConfigurationProperty property = source.getConfigurationProperty(name);
			if (property != null) {
				return property.getValue();
			}
		}
		return null;
	}

	private static String remedy(Class<?> type, Exception error) {
		if (type.isEnum()) {
			return "use one of " + Arrays.stream(type.getEnumConstants())
				.map((constant) -> constant.toString().toLowerCase(Locale.ROOT).replace('_', '-'))
				.toList();
		}
		if (type == Duration.class) {
			return DURATION_REMEDY;
		}
		if (type == int.class || type == long.class || type == Long.class) {
			return "write a whole number";
		}
		if (type == boolean.class) {
			return "write true or false";
		}
		if (type.isRecord()) {
			return "holds no value of its own; " + KnownProperties.of(type);
		}
		return "cannot be read: " + NestedExceptionUtils.getMostSpecificCause(error).getMessage();
	}

}
