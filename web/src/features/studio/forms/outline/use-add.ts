import type { Edit } from '../../../../../../editing/types.ts'
import { addEdits, appendEdits } from '../binding/edits.ts'
import { type ComponentKind, componentsAt, type Flavour } from '../binding/flavour.ts'
import { useForm } from '../binding/form-context.tsx'
import { addPathEdits, freshOperation, reasonAgainstPath } from '../openapi/paths.ts'
import { freshScheme } from '../openapi/security.ts'
import { type SectionName, sectionsOf } from './outline-rows.ts'

/** What can be added to a description of a version. */
export const additions = (flavour: Flavour): SectionName[] => sectionsOf(flavour).map(({ name }) => name)

/** A component of a kind as it begins: with what the specification asks for. */
function freshComponent(kind: ComponentKind, flavour: Flavour): unknown {
  const text = flavour === 'oas2' ? { type: 'string' } : { schema: { type: 'string' } }
  switch (kind) {
    case 'schemas':
      return { type: 'object', properties: {} }
    case 'responses':
      return { description: '' }
    case 'parameters':
      return { name: 'name', in: 'query', ...text }
    case 'headers':
      return text
    case 'requestBodies':
      return { content: { 'application/json': { schema: { type: 'object' } } } }
    case 'securitySchemes':
      return freshScheme(flavour === 'oas2' ? 'basic' : 'http', flavour)
    case 'examples':
      return { value: {} }
    case 'links':
      return { operationId: '' }
    case 'callbacks':
      return { '{$request.body#/callbackUrl}': { post: freshOperation() } }
    default:
      return {}
  }
}

/** Adds something by its name and opens it; a sentence says why not. */
export function useAdd(): (section: SectionName, name: string) => string | null {
  const { look, keys, run, flavour, onOpen, say } = useForm()
  return (section, name) => {
    if (section === 'tags') {
      const tags = look(['tags'])
      if (Array.isArray(tags) && tags.some((tag) => tag?.name === name))
        return `There is a tag “${name}” already.`
      return done(appendEdits(look, ['tags'], { name }), ['tags'])
    }
    const path = section === 'paths' || section === 'webhooks' ? [section] : componentsAt(flavour, section)
    const taken = keys(path).map(String)
    const why =
      section === 'paths'
        ? reasonAgainstPath(name, taken)
        : taken.includes(name)
          ? `There is “${name}” already.`
          : path[0] === 'components' && !/^[a-zA-Z0-9._-]+$/.test(name)
            ? 'Use letters, digits, dots, dashes and underscores only.'
            : null
    if (why !== null) return why
    if (section === 'paths') return done(addPathEdits(look, name, flavour), [...path, name])
    const value = section === 'webhooks' ? { post: freshOperation() } : freshComponent(section, flavour)
    return done(addEdits(look, path, name, value), [...path, name])

    function done(edits: Edit[], at: (string | number)[]): string | null {
      const refused = run(edits)
      if (refused) return refused.reason
      say(`${name} was added.`)
      onOpen(at)
      return null
    }
  }
}
