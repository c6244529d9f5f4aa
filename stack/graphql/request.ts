import { invalidBody, type RestError } from '../data-api/errors.ts'
import { unknownFunction } from '../data-api/function-error.ts'
import type { GraphRequest } from './answer.ts'
import { type Input, isObject, parseJson } from './json.ts'

const KEYS = ['query', 'variables', 'operationName', 'extensions']

/** Reads `{query, variables, operationName, extensions}`; throws as PostgREST does for a function's arguments. */
export function readGraphRequest(body: string): GraphRequest {
  const given = parsed(body)
  if (Array.isArray(given))
    throw invalidBody('Batched requests are not supported: send one operation a request')
  if (!isObject(given)) throw invalidBody('The body must be a JSON object with a query')
  const keys = Object.keys(given)
  if (!keys.every((key) => KEYS.includes(key))) throw unknownArguments(keys)
  return {
    query: typeof given.query === 'string' ? given.query : '',
    variables: given.variables,
    operationName: typeof given.operationName === 'string' ? given.operationName : undefined,
    key: body,
  }
}

function parsed(body: string): Input {
  try {
    return parseJson(body)
  } catch {
    throw invalidBody('Empty or invalid json')
  }
}

function unknownArguments(keys: string[]): RestError {
  return unknownFunction({
    schema: 'graphql_public',
    name: 'graphql',
    keys: keys.toSorted(),
    contentType: 'application/json',
    isPost: true,
    hint: null,
  })
}
