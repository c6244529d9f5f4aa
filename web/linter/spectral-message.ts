// How Spectral prints messages, within bounds: rules are strangers'.
import { shortMessages } from '../../lint/engine/short-messages.ts'
// @ts-expect-error: the package names it to nobody, and has no types for it.
import { message as print } from '../../node_modules/@stoplight/spectral-core/dist/runner/utils/message.js'

export const message = shortMessages(print)
