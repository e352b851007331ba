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

package dev.ratelimit.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import dev.ratelimit.Algorithm;
import dev.ratelimit.key.MissingKey;

/**
 * Limits the calls of a method of a bean, by a policy of the configuration or by limits
 * of its own: <pre class="code">
 * &#64;RateLimited("login")
 * Session login(String email) { ... }
 *
 * &#64;RateLimited(limits = "5/1m", key = "#email", fallback = "later")
 * void sendCode(String email) { ... }
 * </pre> Several on one method are one decision: the call takes permits of all of them,
 * or of none. A call that is refused throws {@link dev.ratelimit.RateLimitedException},
 * or is made to the {@link #fallback()}.
 * <p>
 * <strong>On a type</strong> it limits all public methods of beans of that type,
 * inherited ones included; all of them together share one limit. An annotation on a
 * method replaces those on the type. The nearest annotation counts: one on a class goes
 * before one on its interfaces and super classes. {@link RateLimitExempt} leaves a method
 * out. Annotations may be composed with {@code @AliasFor}.
 * <p>
 * <strong>Where it works.</strong> Limits are applied by a proxy around the bean, so only
 * to calls that come from outside: a method that calls another of the same object calls
 * it unlimited. Private, static and final methods cannot be limited and are refused at
 * start-up, as is everything else that would silently be no limit. The proxy stands
 * outside those of transactions, caches and method security
 * ({@code ratelimit.annotation.order}, 0 unless said otherwise): a call that is refused
 * opens no transaction, and one that a cache could answer counts all the same. A method
 * that is {@code @Async} is limited on the thread that runs it.
 * <p>
 * <strong>Methods that return later.</strong> A method that returns a
 * {@code CompletionStage} or {@code CompletableFuture} is refused by a future that has
 * failed. For a {@code Mono} or {@code Flux} nothing is asked until it is subscribed to;
 * each subscription is a call. Leaky buckets make calls wait: on the thread of the
 * caller, or, where the method returns later, without a thread; the method then runs on
 * {@code applicationTaskExecutor}, or for a {@code Mono} or {@code Flux} on
 * {@code boundedElastic}. A thread that is interrupted as it waits leaves with a
 * {@link java.util.concurrent.CancellationException}, interrupted still, and gives back
 * what it took; so does a future that is cancelled, and a subscription. Other reactive
 * types, Kotlin coroutines and plain {@code Future}s are refused at start-up.
 *
 * @since 0.1.0
 */
@Target({ ElementType.METHOD, ElementType.TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Repeatable(RateLimits.class)
public @interface RateLimited {

	/**
	 * Name of a policy of the configuration.
	 * @return the name; empty if the annotation has limits of its own
	 */
	String value() default "";

	/**
	 * Limits of a policy that only this annotation has. It fails as
	 * {@code ratelimit.failure-mode} says.
	 * @return limits that must all hold, for example {@code 5/1m}, in the grammar of
	 * {@link dev.ratelimit.Limit#parse(String)}; none if the annotation names a policy
	 */
	String[] limits() default {};

	/**
	 * How the annotation's own limits are counted. A leaky bucket has the queue and the
	 * longest wait that are the default.
	 * @return the algorithm
	 */
	Algorithm algorithm() default Algorithm.SLIDING_WINDOW_COUNTER;

	/**
	 * What tells callers apart, in the one grammar of keys: {@code ip}, {@code user},
	 * {@code header:<name>}, {@code cookie:<name>}, {@code claim:<name>},
	 * {@code path:<variable>}, {@code host}, {@code global}, {@code @bean} or
	 * {@code #expression}. Several are a chain of fallbacks, {@code +} joins parts.
	 * <p>
	 * Expressions know the parameters by name, and as {@code #p0} or {@code #a0}, the
	 * {@code #request} if there is one (unless a parameter has that name), and
	 * {@code #root.method}, {@code #root.target}, {@code #root.targetClass} and
	 * {@code #root.args}. One that fails or yields nothing is passed over. When a request
	 * has none of the alternatives it counts by its address; without a request see
	 * {@link #missingKey()}.
	 * @return the key; by default that of the policy, or {@code ip} for limits of its own
	 */
	String[] key() default {};

	/**
	 * How many permits a call takes: a number, or an expression of the same names as in
	 * {@link #key()}, for example {@code #items.size()}. 0 takes none, and only tells the
	 * client where it stands. A call for which it is negative, null or no whole number
	 * fails with an {@link IllegalArgumentException}.
	 * @return the number of permits, at least 0, or an expression
	 */
	String permits() default "1";

	/**
	 * Name of a method to call instead when this annotation refuses a call. It has the
	 * same parameters, optionally followed by a
	 * {@link dev.ratelimit.RateLimitedException}, and the same return type; it may be
	 * private, and is not limited itself.
	 * @return the name; empty if there is none
	 */
	String fallback() default "";

	/**
	 * Name of the policy that the annotation's own limits make: 1 to 40 of
	 * {@code a-z 0-9 -}, starting with a letter. Annotations of the same name and limits
	 * share them.
	 * @return the name; by default that of the class and the method where the annotation
	 * stands, for example {@code orders-place}, cut to 40, or of a class alone for one
	 * that stands on it
	 */
	String name() default "";

	/**
	 * What to do when the key needs a request and there is none, for limits of its own; a
	 * policy says so in the configuration.
	 * @return what to do
	 */
	MissingKey missingKey() default MissingKey.FAIL;

}
