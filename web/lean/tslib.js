// The one helper of TypeScript's that @stoplight/http-spec uses: `export * from` of CommonJS.

/**
 * @param {Record<string, unknown>} from
 * @param {Record<string, unknown>} to
 */
export function __exportStar(from, to) {
  for (const name of Object.keys(from))
    if (name !== 'default' && !Object.hasOwn(to, name)) to[name] = from[name]
}
