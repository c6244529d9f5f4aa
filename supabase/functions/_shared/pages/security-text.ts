// Where an API is called and how one signs in there, as Markdown.
import type { Budget } from './budget.ts'
import { each, lines, named } from './marks.ts'
import { type Fields, fieldsOf, isFields, listOf, oneLine, textOf } from './read.ts'
import { code } from './schema-text.ts'

/** A line for each server, with what of its address is to be filled in. */
export function serverLines(holder: Fields, budget: Budget): string[] {
  return each(listOf(holder.servers), budget, (server) => {
    const about = oneLine(server.description) || oneLine(server.name)
    const variables = each(named(server.variables), budget, (variable) => {
      const values = Array.isArray(variable.enum) ? variable.enum.slice(0, 30) : []
      const facts = [
        variable.default === undefined ? '' : `default ${code(variable.default, budget)}`,
        values.length > 0 ? `one of ${values.map((value) => code(value, budget)).join(', ')}` : '',
      ].filter(Boolean)
      const said = oneLine(variable.description)
      return `  - ${code(`{${textOf(variable.name)}}`, budget)}${facts.length ? `: ${facts.join(', ')}` : ''}${said ? `. ${said}` : ''}`
    })
    return lines([`- ${code(server.url, budget)}${about ? `: ${about}` : ''}`, ...variables])
  })
}

/** A line for each way to sign in, with the flows and scopes of its schemes. */
export function securityLines(operation: Fields, budget: Budget): string[] {
  const options = Array.isArray(operation.security) ? operation.security : []
  return options.filter(Array.isArray).map((all) => {
    const schemes = all.filter(isFields)
    const heads = schemes.map((scheme) => schemeHead(scheme, budget))
    const flows = schemes.flatMap((scheme) => flowLines(scheme, budget))
    return lines([`- ${heads.length ? heads.join(' and ') : 'none'}`, ...flows])
  })
}

/** A scheme by itself. */
export function schemeText(scheme: Fields, budget: Budget): string {
  return lines([schemeHead(scheme, budget), ...flowLines(scheme, budget)])
}

function schemeHead(scheme: Fields, budget: Budget): string {
  const place = [oneLine(scheme.name), oneLine(scheme.in)].filter(Boolean).join(' in ')
  const kind = [
    oneLine(scheme.type),
    oneLine(scheme.scheme),
    oneLine(scheme.bearerFormat),
    place,
    oneLine(scheme.openIdConnectUrl),
  ]
  const about = oneLine(scheme.description)
  return `${code(scheme.key, budget)} (${kind.filter(Boolean).join(', ')})${about ? `: ${about}` : ''}`
}

const addresses = [
  ['authorizationUrl', 'authorization'],
  ['tokenUrl', 'token'],
  ['refreshUrl', 'refresh'],
] as const

function flowLines(scheme: Fields, budget: Budget): string[] {
  const roles = fieldsOf(scheme.extensions)['x-scopes']
  const listed = Array.isArray(roles) ? roles.slice(0, 100).map((role) => code(role, budget)) : []
  return [
    ...(listed.length > 0 ? [`  - Scopes: ${listed.join(', ')}`] : []),
    ...each(named(scheme.flows), budget, (flow) => {
      const urls = addresses.flatMap(([key, word]) =>
        textOf(flow[key]) ? [`${word} at ${code(flow[key], budget)}`] : [],
      )
      const scopes = each(scopesOf(flow), budget, ({ name, text }) => {
        const said = oneLine(text)
        return `    - ${code(name, budget)}${said ? `: ${said}` : ''}`
      })
      return lines([`  - ${oneLine(flow.name)} flow${urls.length ? `: ${urls.join(', ')}` : ''}`, ...scopes])
    }),
  ]
}

const scopesOf = (flow: Fields): Fields[] =>
  Object.entries(fieldsOf(flow.scopes)).map(([name, text]) => ({ name, text }))
