import type { FieldValues, Resolver } from 'react-hook-form'

/**
 * A form's validation that is loaded after the form has painted: the schemas' library is a tenth of a page.
 * What is typed before it has come is checked once it has.
 */
export function lazyResolver<Input extends FieldValues, Output>(
  load: () => Promise<Resolver<Input, unknown, Output>>,
): Resolver<Input, unknown, Output> {
  return async (values, context, options) => {
    const resolve = await load()
    return resolve(values, context, options)
  }
}
