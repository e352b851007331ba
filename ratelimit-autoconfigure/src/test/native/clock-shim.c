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

/* Preloaded into redis-server, moves its clock by the seconds that a file says. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static long offset(void)
{
	long seconds = 0;
	const char *name = getenv("CLOCK_SHIM_FILE");
	FILE *file = name ? fopen(name, "r") : NULL;
	if (file) {
		if (fscanf(file, "%ld", &seconds) != 1)
			seconds = 0;
		fclose(file);
	}
	return seconds;
}

int gettimeofday(struct timeval *time, void *zone)
{
	int (*real)(struct timeval *, void *) = dlsym(RTLD_NEXT, "gettimeofday");
	int result = real(time, zone);
	time->tv_sec += offset();
	return result;
}

int clock_gettime(clockid_t id, struct timespec *time)
{
	int (*real)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
	int result = real(id, time);
	if (id == CLOCK_REALTIME)
		time->tv_sec += offset();
	return result;
}

time_t time(time_t *out)
{
	time_t (*real)(time_t *) = dlsym(RTLD_NEXT, "time");
	time_t now = real(NULL) + offset();
	if (out)
		*out = now;
	return now;
}
