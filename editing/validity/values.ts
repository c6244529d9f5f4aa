import { EVERY, MODEL, V2, V3, V31UP, V32, type Version } from '../openapi/model.ts'

// Values that not every version knows, by the key they stand under.
const VERSIONS: Readonly<Record<string, Readonly<Record<string, Version>>>> = {
  in: { formData: V2, body: V2, cookie: V3, querystring: V32 },
  type: {
    basic: V2,
    file: V2,
    http: V3,
    openIdConnect: V3,
    mutualTLS: V31UP,
    null: V31UP | MODEL,
  },
  style: { cookie: V32 },
}

/** In which versions a value is known, by the key it stands under. */
export function valueVersions(key: string | number | undefined, value: string): Version {
  const values = VERSIONS[String(key)]
  return values && Object.hasOwn(values, value) ? (values[value] ?? EVERY) : EVERY
}
