// First of all in the worker: what the libraries look for in the environment is not there, nor are the secrets that stand in
// it, and what they print of other people's descriptions is dropped.
import process from 'node:process'

Object.defineProperty(process, 'env', { value: {} })
for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) console[method] = () => undefined
