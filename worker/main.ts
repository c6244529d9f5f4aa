// `node worker/main.ts`: the worker, as one file where that was made of these sources.
import { pathToFileURL } from 'node:url'
import { workerFile } from './programs/find.ts'

await import(pathToFileURL(workerFile()).href)
