import { checkSchema, type SchemaCheck } from './check.ts'

self.onmessage = ({ data }: MessageEvent<SchemaCheck>) => self.postMessage(checkSchema(data))
