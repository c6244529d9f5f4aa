// Which form a place of a description is shown in. Pure.
import type { Path } from '../../../../../editing/types.ts'
import { type ComponentKind, componentNames, type Flavour } from './binding/flavour.ts'
import { isMethod } from './openapi/paths.ts'

export type Shown =
  | { view: 'overview'; path: Path }
  | { view: 'path'; path: Path }
  | { view: 'operation'; path: Path; pathItem: Path | null; response: string | undefined }
  | { view: 'component'; path: Path; kind: ComponentKind }
  | { view: 'model'; path: Path }

const sections2: Record<string, ComponentKind> = {
  definitions: 'schemas',
  parameters: 'parameters',
  responses: 'responses',
  securityDefinitions: 'securitySchemes',
}

/** The form for a place, which may lie anywhere within it. */
export function shownAt(path: Path, flavour: Flavour): Shown {
  const [section, second, third] = path
  if (flavour === 'schema') {
    const isDefinition = (section === '$defs' || section === 'definitions') && second !== undefined
    return { view: 'model', path: isDefinition ? path.slice(0, 2) : [] }
  }
  if ((section === 'paths' || section === 'webhooks') && second !== undefined) {
    const item = path.slice(0, 2)
    if (third === undefined || !isMethod(third)) return { view: 'path', path: item }
    const response = path[3] === 'responses' && path[4] !== undefined ? String(path[4]) : undefined
    return {
      view: 'operation',
      path: path.slice(0, 3),
      pathItem: section === 'paths' ? item : null,
      response,
    }
  }
  const kind = flavour === 'oas2' ? sections2[String(section)] : undefined
  if (kind && second !== undefined) return component(path.slice(0, 2), kind)
  if (
    section === 'components' &&
    typeof second === 'string' &&
    second in componentNames &&
    third !== undefined
  ) {
    return component(path.slice(0, 3), second as ComponentKind)
  }
  return { view: 'overview', path: [] }
}

const component = (path: Path, kind: ComponentKind): Shown =>
  kind === 'schemas' ? { view: 'model', path } : { view: 'component', path, kind }
