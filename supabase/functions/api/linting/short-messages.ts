// Spectral prints the messages of strangers' rules within bounds.
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { shortMessages } from '../../../../lint/engine/short-messages.ts'

// What the package itself asks for at each message; its own address, since the package does not name it to others.
const require = createRequire(import.meta.url)
const core = require.resolve(fileURLToPath(import.meta.resolve('@stoplight/spectral-core')))
const found = require(core.replace(/index\.js$/, 'runner/utils/message.js')) as {
  message: Parameters<typeof shortMessages>[0]
}

found.message = shortMessages(found.message)
