interface Description {
  paths: Record<string, Record<string, { tags?: string[] }>>
  components: Record<string, Record<string, unknown>>
}

/** A description with the operations of one tag only, and the components that they lead to. */
export function onlyBelow(text: string, tag: string): string {
  const whole = JSON.parse(text) as Description
  const paths = Object.fromEntries(
    Object.entries(whole.paths).flatMap(([path, item]) => {
      const kept = Object.entries(item).filter(([, operation]) => operation.tags?.includes(tag))
      return kept.length > 0 ? [[path, Object.fromEntries(kept)]] : []
    }),
  )
  const components: Description['components'] = {}
  const follow = (value: unknown) => {
    for (const [, kind = '', name = ''] of JSON.stringify(value).matchAll(
      /"#\/components\/(\w+)\/([^"/]+)"/g,
    )) {
      const found = whole.components[kind]?.[name]
      components[kind] ??= {}
      if (found === undefined || components[kind][name] !== undefined) continue
      components[kind][name] = found
      follow(found)
    }
  }
  follow(paths)
  return JSON.stringify({ ...whole, paths, components })
}
