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

package dev.ratelimit;

import java.util.Map;
import java.util.Set;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.jspecify.annotations.NullMarked;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.util.Map.entry;

/**
 * Keeps the packages apart as the architecture decision records say: who may use whom,
 * and which technology stays where.
 */
@AnalyzeClasses(packages = ArchitectureTests.ROOT, importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

	static final String ROOT = "dev.ratelimit";

	/**
	 * What each package may use besides itself and the root package. A package that is
	 * not listed may not exist.
	 */
	private static final Map<String, Set<String>> MAY_USE = Map.ofEntries(entry("", Set.of()),
			entry("algorithm", Set.of()), entry("memory", Set.of("algorithm")), entry("redis", Set.of("algorithm")),
			entry("limiter", Set.of("memory")), entry("pass", Set.of()), entry("key", Set.of()),
			entry("rules", Set.of("key")), entry("web", Set.of("pass", "key", "rules")),
			entry("annotation", Set.of("pass", "key")), entry("overload", Set.of("pass", "web")),
			entry("abuse", Set.of("pass")), entry("metrics", Set.of("pass", "limiter")), entry("client", Set.of()),
			entry("actuate", Set.of("pass", "key", "rules", "overload", "abuse")),
			// A package that keeps something in Redis owns the interface; this is where
			// it is implemented.
			entry("redis.rules", Set.of("redis", "rules")), entry("redis.overload", Set.of("redis", "overload")),
			entry("redis.abuse", Set.of("redis", "abuse")), entry("redis.client", Set.of("redis", "client")),
			entry("redis.limiter", Set.of("redis", "limiter")));

	/** Uses all and is used by none. */
	private static final String WIRING = "autoconfigure";

	@ArchTest
	static final ArchRule packagesUseOnlyWhatTheyMay = classes().should(useOnlyWhatTheirPackageMay());

	@ArchTest
	static final ArchRule packagesAreFreeOfCycles = SlicesRuleDefinition.slices()
		.assignedFrom(onePerPackage())
		.should()
		.beFreeOfCycles();

	@ArchTest
	static final ArchRule packagesAreNullMarked = classes().should(resideInANullMarkedPackage());

	@ArchTest
	static final ArchRule vocabularyAndAlgorithmsArePureJava = classes().that()
		.resideInAnyPackage(ROOT, ROOT + ".algorithm..")
		.should()
		.onlyDependOnClassesThat()
		.resideInAnyPackage("java..", "org.jspecify.annotations..", ROOT, ROOT + ".algorithm..");

	@ArchTest
	static final ArchRule redisClientsStayInTheRedisPackages = noClasses().that()
		.resideOutsideOfPackages(ROOT + ".redis..", ROOT + "." + WIRING + "..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("org.springframework.data..", "io.lettuce..", "redis.clients..");

	@ArchTest
	static final ArchRule micrometerStaysInTheMetricsPackage = noClasses().that()
		.resideOutsideOfPackages(ROOT + ".metrics..", ROOT + "." + WIRING + "..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.micrometer..");

	private static ArchCondition<JavaClass> useOnlyWhatTheirPackageMay() {
		return new ArchCondition<>("use only what their package may") {
			@Override
			public void check(JavaClass type, ConditionEvents events) {
				String user = relativeName(type);
				if (!user.equals(WIRING) && !MAY_USE.containsKey(user)) {
					events.add(SimpleConditionEvent.violated(type, type.getName() + " is in a package without a rule"));
				}
				type.getDirectDependenciesFromSelf()
					.stream()
					.filter((dependency) -> isOurs(dependency.getTargetClass()))
					.filter((dependency) -> !mayUse(user, relativeName(dependency.getTargetClass())))
					.map(Dependency::getDescription)
					.forEach((description) -> events.add(SimpleConditionEvent.violated(type, description)));
			}
		};
	}

	private static ArchCondition<JavaClass> resideInANullMarkedPackage() {
		return new ArchCondition<>("reside in a @NullMarked package") {
			@Override
			public void check(JavaClass type, ConditionEvents events) {
				boolean marked = type.getPackage()
					.tryGetPackageInfo()
					.map((info) -> info.isAnnotatedWith(NullMarked.class))
					.orElse(false);
				events.add(new SimpleConditionEvent(type, marked,
						type.getName() + " is in a package without a @NullMarked package-info"));
			}
		};
	}

	private static SliceAssignment onePerPackage() {
		return new SliceAssignment() {
			@Override
			public SliceIdentifier getIdentifierOf(JavaClass type) {
				return SliceIdentifier.of(type.getPackageName());
			}

			@Override
			public String getDescription() {
				return "one slice per package";
			}
		};
	}

	private static boolean mayUse(String user, String used) {
		return user.equals(used) || used.isEmpty() || (user.equals(WIRING) ? MAY_USE.containsKey(used)
				: MAY_USE.getOrDefault(user, Set.of()).contains(used));
	}

	private static boolean isOurs(JavaClass type) {
		return (type.getPackageName() + ".").startsWith(ROOT + ".");
	}

	private static String relativeName(JavaClass type) {
		return type.getPackageName().equals(ROOT) ? "" : type.getPackageName().substring(ROOT.length() + 1);
	}

}
