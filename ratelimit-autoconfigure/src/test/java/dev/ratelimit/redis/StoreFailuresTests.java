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

package dev.ratelimit.redis;

import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimitStoreException.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link StoreFailures}: errors as Redis 6.2, 7.0, 8.0 and Valkey word them.
 */
class StoreFailuresTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
					OOM command not allowed when used memory > 'maxmemory'. script: 1a, on @user_script:214.         | OOM
					ERR Error running script (call to f_1a): @user_script:214: @user_script: 214: -OOM command not allowed when used memory > 'maxmemory'. | OOM
					READONLY You can't write against a read only replica. script: 1a, on @user_script:214.            | UNAVAILABLE
					ERR Error running script (call to f_1a): @user_script:214: @user_script: 214: -READONLY You can't write against a read only replica.  | UNAVAILABLE
					LOADING Redis is loading the dataset in memory                                                    | UNAVAILABLE
					ERR max number of clients reached                                                                 | UNAVAILABLE
					ERR Error running script (call to f_1a): @user_script:1: user_script:1: attempt to compare nil with number | PERMANENT
					ERR Error running script (call to f_1a): @user_script:48: @user_script: 48: The user executing the script can't run this command or subcommand | PERMANENT
					WRONGTYPE Operation against a key holding the wrong kind of value                                 | PERMANENT
					RATELIMIT the stored state is not of layout 1                                                     | PERMANENT
					NOPERM this user has no permissions to run the 'evalsha' command                                  | PERMANENT
					""")
	void errorsAreToldApartByWhatHasToBeDoneAboutThem(String error, Kind kind) {
		assertThat(StoreFailures.ofErrorReply(new IllegalStateException(error)).kind()).isEqualTo(kind);
	}

	@Test
	void replicaIsRecognizedWhereverTheErrorSaysSo() {
		for (String error : new String[] { "READONLY You can't write against a read only replica.",
				"ERR Error running script (call to f_1a): @user_script:214: @user_script: 214: -READONLY You can't" }) {
			RateLimitStoreException failure = StoreFailures.ofErrorReply(new IllegalStateException(error));
			assertThat(StoreFailures.isReadOnly(failure)).isTrue();
		}
	}

	@Test
	void unknownScriptIsNoFailureOfTheServer() {
		assertThat(StoreFailures.ofErrorReply(new IllegalStateException("NOSCRIPT No matching script")))
			.isInstanceOf(UnknownScriptException.class);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
					NOPERM this user has no permissions to run the 'evalsha' command | Grant the account
					ERR The user executing the script can't run this command or subcommand script: 1a | Grant the account
					ERR ACL failure in script: User a has no permissions to run the 'zadd' command script: 1a | Grant the account
					ERR Error running script (call to f_1a): @user_script:48: @user_script: 48: The user executing the script can't run this command or subcommand | Grant the account
					WRONGPASS invalid username-password pair or user is disabled. | Correct spring.data.redis.username
					NOAUTH HELLO must be called with the client already authenticated | Correct spring.data.redis.username
					WRONGTYPE Operation against a key holding the wrong kind of value | Something else writes keys that begin with 'app'
					ERR unknown command 'EVALSHA' | Use a server
					""")
	void remedyFitsTheError(String error, String remedy) {
		RateLimitStoreException failure = StoreFailures.ofErrorReply(new IllegalStateException(error));
		assertThat(Refusals.of("work", failure, "app").remedy()).startsWith(remedy);
	}

}
