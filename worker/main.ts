// `node worker/main.ts`: the worker, as one file where that is made.
import { pathToFileURL } from 'node:url'
import { programFile } from './programs/find.ts'

await import(pathToFileURL(programFile('run.ts')).href)
