// Messages of rules are templates that may name the same thing any number of times, and their expressions double what they hold:
// one message of a few lines can ask for more memory than a process has, at once, and takes all that runs in it along.

type Print = (template: string, values: Record<string, unknown>) => string

const MOST_CHARACTERS = 2_000
/** Members, texts, pluses, calls of what is named; nothing that is kept under a name, and no functions of one's own. */
const SIMPLE = /^[\w\s.+"'(),]*$/

/** Spectral's way to print a message, with bounds to what is put in and what comes out. */
export function shortMessages(print: Print): Print {
  return (template, values) =>
    short(
      print(
        short(template).replace(/#\{\{([^}\n]+)\}\}/g, (whole, expression) =>
          SIMPLE.test(expression) ? whole : '',
        ),
        Object.fromEntries(Object.entries(values).map(([name, value]) => [name, short(value)])),
      ),
    )
}

function short<Value>(value: Value): Value {
  return (typeof value === 'string' ? value.slice(0, MOST_CHARACTERS) : value) as Value
}
