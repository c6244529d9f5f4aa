import { checkSchema, type SchemaCheck } from './check.ts'

// Not by `self`, which is another thing where this text runs on a page of another origin (run.ts).
globalThis.onmessage = ({ data }: MessageEvent<SchemaCheck>) => globalThis.postMessage(checkSchema(data))
