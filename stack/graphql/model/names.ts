// How names of the database become names of the graph.

/** Whether GraphQL can spell a name; two leading underscores belong to introspection. */
export function isGraphName(name: string): boolean {
  return /^(?!__)[_A-Za-z][_0-9A-Za-z]*$/.test(name)
}

/** `blog_post` → `BlogPost` where inflection is on, else the name itself. */
export function typeName(name: string, inflect: boolean): string {
  if (!inflect) return name
  const capitals = [...name].map((char, index, chars) =>
    index > 0 && /[\p{L}\p{N}]/u.test(chars[index - 1] ?? '') ? char : char.toUpperCase(),
  )
  return capitals.join('').replaceAll('_', '')
}

/** `created_at` → `createdAt` where inflection is on, else the name itself. */
export function columnName(name: string, inflect: boolean): string {
  return inflect ? lowerFirst(typeName(name, true)) : name
}

/** Functions lose one leading underscore, which only marks those that extend a type. */
export function functionName(name: string, inflect: boolean): string {
  return lowerFirst(typeName(name.replace(/^_/, ''), inflect))
}

/** A foreign key's single column without its suffix: `owner_id` → `owner`. */
export function withoutIdSuffix(column: string, inflect: boolean): string | undefined {
  const suffix = inflect ? '_id' : 'Id'
  if (!column.endsWith(suffix)) return undefined
  return lowerFirst(typeName(column.slice(0, -suffix.length), inflect))
}

/** `BlogPost` → `blogPost`. */
export function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}
