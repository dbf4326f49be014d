if (process.argv[2] === 'prof') await import('/tmp/profiler.ts' as string);
await import('./fieldstone-server.ts');
