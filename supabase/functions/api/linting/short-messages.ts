// Messages of rules are templates that may name the same thing any number of times, and their expressions double what they hold:
// one message of a few lines can ask for more memory than a process has, at once, and takes every request of the function along.
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

type Print = (template: string, values: Record<string, unknown>) => string

const mostCharacters = 2_000
/** Members, texts, pluses, calls of what is named; nothing that is kept under a name, and no functions of one's own. */
const simple = /^[\w\s.+"'(),]*$/

// What the package itself asks for at each message; its own address, since the package does not name it to others.
const require = createRequire(import.meta.url)
const core = require.resolve(fileURLToPath(import.meta.resolve('@stoplight/spectral-core')))
const found = require(core.replace(/index\.js$/, 'runner/utils/message.js')) as { message: Print }

const print = found.message
found.message = (template, values) =>
  short(
    print(
      short(template).replace(/#\{\{([^}\n]+)\}\}/g, (whole, expression) =>
        simple.test(expression) ? whole : '',
      ),
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, short(value)])),
    ),
  )

function short<Value>(value: Value): Value {
  return (typeof value === 'string' ? value.slice(0, mostCharacters) : value) as Value
}
