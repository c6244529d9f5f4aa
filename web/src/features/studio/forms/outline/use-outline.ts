import { useMemo, useState } from 'react'
import type { Key, Path } from '../../../../../../editing/types.ts'
import { isRecord, pathKey } from '../binding/edits.ts'
import { componentsAt } from '../binding/flavour.ts'
import { useForm } from '../binding/form-context.tsx'
import { useKeys, useSelected } from '../binding/use-part.ts'
import { isMethod } from '../openapi/paths.ts'
import { useTagNames } from '../openapi/TagList.tsx'
import { type OutlineKind, outlineRows, type SectionName } from './outline-rows.ts'

/** Paths are open from the start where they are no more than this. */
const openPathsUpTo = 25
/** In larger descriptions a search looks at names only: all operations would have to be parsed for their words. */
const wordsUpTo = 400

/** The rows of the outline as they are now; renders when names come, go or change. */
export function useOutline(query: string, current: Path) {
  const { flavour, keys, look } = useForm()
  const [toggled, setToggled] = useState<Record<string, boolean>>({})
  const paths = useKeys(['paths'])
  const webhooks = useKeys(['webhooks'])
  const tags = useTagNames()
  const schemas = useKeys(componentsAt(flavour, 'schemas'))
  const others = useSelected(() =>
    otherKinds.flatMap((kind): [SectionName, readonly Key[]][] => {
      const path = componentsAt(flavour, kind)
      return path.length === 0 || flavour === 'schema' ? [] : [[kind, keys(path)]]
    }),
  )
  const title = useSelected(() => {
    const written = look(['title'])
    return typeof written === 'string' ? written : ''
  })
  const shownPath = current[0] === 'paths' || current[0] === 'webhooks' ? pathKey(current.slice(0, 2)) : ''
  const isOpen = useMemo(
    () =>
      (key: string, kind: OutlineKind, count: number): boolean => {
        const known = toggled[key]
        if (known !== undefined) return known
        if (kind === 'section')
          return key !== '["tags"]' && (key === '["paths"]' || key === '["webhooks"]' || count <= 60)
        return count <= openPathsUpTo || key === shownPath
      },
    [toggled, shownPath],
  )
  // The operations of the paths that are open, for those alone are listed.
  const operations = useSelected(() => {
    const open = [...paths.map((key) => ['paths', key]), ...webhooks.map((key) => ['webhooks', key])].filter(
      (path) => isOpen(pathKey(path), 'path', path[0] === 'paths' ? paths.length : webhooks.length),
    )
    return open.map((path) => `${pathKey(path)} ${keys(path).filter(isMethod).join()}`)
  })
  const rows = useMemo(() => {
    // Listed anew when an operation comes or goes.
    void operations
    return outlineRows({
      flavour,
      title,
      names: new Map<SectionName, readonly Key[]>([
        ['paths', paths],
        ['webhooks', webhooks],
        ['schemas', schemas],
        ['tags', tags],
        ...others,
      ]),
      methods: keys,
      isOpen,
      query,
      wordsOf: (path) => (paths.length > wordsUpTo ? '' : wordsOf(look(path))),
    })
  }, [flavour, title, paths, webhooks, schemas, tags, others, keys, isOpen, query, look, operations])
  const setOpen = (key: string, open: boolean) => setToggled((known) => ({ ...known, [key]: open }))
  return { rows, setOpen }
}

const otherKinds = [
  'securitySchemes',
  'parameters',
  'responses',
  'requestBodies',
  'headers',
  'examples',
  'links',
  'callbacks',
  'pathItems',
] as const

/** What the operations of a path say of themselves. */
function wordsOf(item: unknown): string {
  if (!isRecord(item)) return ''
  return Object.entries(item)
    .flatMap(([method, operation]) =>
      isMethod(method) && isRecord(operation) ? [method, operation.summary, operation.operationId] : [],
    )
    .join(' ')
}
