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

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateEncodingException;
import java.util.Base64;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

import org.springframework.util.FileSystemUtils;

/**
 * Speaks TLS in front of a server that does not, with a certificate that it has just made
 * and signed itself.
 */
public final class TlsProxy implements AutoCloseable {

	private static final String PASSWORD = "proxy-password";

	private final Path directory;

	private final int target;

	private final SSLServerSocket listener;

	private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

	/**
	 * Create a proxy in front of a server on this machine.
	 * @param target the port of that server
	 * @param name whom the certificate is for, as in {@code ip:127.0.0.1} or
	 * {@code dns:localhost}
	 */
	public TlsProxy(int target, String name) {
		try {
			this.directory = Files.createTempDirectory("tls");
			this.target = target;
			Path store = this.directory.resolve("proxy.p12");
			keytool("-genkeypair", "-alias", "proxy", "-keyalg", "EC", "-dname",
					"CN=" + name.substring(name.indexOf(':') + 1), "-ext", "san=" + name, "-validity", "2",
					"-storetype", "PKCS12", "-keystore", store.toString(), "-storepass", PASSWORD);
			KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
			Files.writeString(certificate(), pem(keys.getCertificate("proxy")));
			this.listener = (SSLServerSocket) context(keys).getServerSocketFactory()
				.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
		run(this::accept);
	}

	public int port() {
		return this.listener.getLocalPort();
	}

	/**
	 * The certificate, for those who are to trust it.
	 * @return a PEM file, gone once the proxy is closed
	 */
	public Path certificate() {
		return this.directory.resolve("proxy.pem");
	}

	private static void keytool(String... arguments) throws IOException {
		String[] command = new String[arguments.length + 1];
		command[0] = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
		System.arraycopy(arguments, 0, command, 1, arguments.length);
		Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		process.onExit().orTimeout(30, TimeUnit.SECONDS).join();
		if (process.exitValue() != 0) {
			throw new IOException("keytool failed: " + output);
		}
	}

	private static String pem(Certificate certificate) throws CertificateEncodingException {
		return "-----BEGIN CERTIFICATE-----\n" + Base64.getMimeEncoder().encodeToString(certificate.getEncoded())
				+ "\n-----END CERTIFICATE-----\n";
	}

	private static SSLContext context(KeyStore keys) throws GeneralSecurityException {
		KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
		managers.init(keys, PASSWORD.toCharArray());
		SSLContext context = SSLContext.getInstance("TLS");
		context.init(managers.getKeyManagers(), null, null);
		return context;
	}

	private void accept() throws IOException {
		while (true) {
			Socket client = this.listener.accept();
			Socket server = new Socket(InetAddress.getLoopbackAddress(), this.target);
			this.sockets.add(client);
			this.sockets.add(server);
			run(() -> pump(client, server));
			run(() -> pump(server, client));
		}
	}

	private void pump(Socket from, Socket to) throws IOException {
		try (from; to) {
			byte[] buffer = new byte[8192];
			InputStream in = from.getInputStream();
			for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
				to.getOutputStream().write(buffer, 0, length);
			}
		}
		finally {
			this.sockets.remove(from);
		}
	}

	private static void run(Task task) {
		Thread thread = new Thread(() -> {
			try {
				task.run();
			}
			catch (IOException ex) {
				// The proxy was closed, or a client does not like the certificate.
			}
		}, "tls-proxy");
		thread.setDaemon(true);
		thread.start();
	}

	@Override
	public void close() {
		try {
			this.listener.close();
			for (Socket socket : this.sockets) {
				socket.close();
			}
			FileSystemUtils.deleteRecursively(this.directory);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private interface Task {

		void run() throws IOException;

	}

}
