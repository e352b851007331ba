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

package dev.ratelimit.algorithm;

/**
 * What one step of an algorithm came to.
 *
 * @param <S> the state of the algorithm
 * @param state the state after the step
 * @param changed whether the state differs from the one before and must be written
 * @param ruling what the step means for the request
 * @since 0.1.0
 */
public record Step<S>(S state, boolean changed, Ruling ruling) {

}
