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

package dev.ratelimit.testing;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * The class path of the tests without some of its jars, as an application has it that
 * does not depend on them. Nothing is shared with the tests but Java itself.
 */
public final class ClassPath {

	private final URL[] urls;

	private ClassPath(List<URL> urls) {
		this.urls = urls.toArray(URL[]::new);
	}

	/**
	 * All but the jars whose names begin so.
	 * @param jars for example {@code reactor-core}
	 */
	public static ClassPath without(String... jars) throws MalformedURLException {
		List<URL> urls = new ArrayList<>();
		for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
			String name = new File(entry).getName();
			if (Arrays.stream(jars).noneMatch(name::startsWith)) {
				urls.add(new File(entry).toURI().toURL());
			}
		}
		return new ClassPath(urls);
	}

	/**
	 * Run something there.
	 * @param type public, with a public constructor
	 * @return its result, of a type that Java has
	 */
	public <T> T call(Class<? extends Callable<T>> type) throws Exception {
		Thread thread = Thread.currentThread();
		ClassLoader usual = thread.getContextClassLoader();
		try (URLClassLoader loader = new URLClassLoader(this.urls, ClassLoader.getPlatformClassLoader())) {
			thread.setContextClassLoader(loader);
			Object task = loader.loadClass(type.getName()).getConstructor().newInstance();
			@SuppressWarnings("unchecked")
			T result = (T) ((Callable<?>) task).call();
			return result;
		}
		finally {
			thread.setContextClassLoader(usual);
		}
	}

}
