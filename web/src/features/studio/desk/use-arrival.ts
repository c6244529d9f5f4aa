// How one comes to the Studio: by a page of the documentation, or straight from an import.
import { useEffect, useEffectEvent, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Path } from '../../../../../editing/types.ts'
import { useToast } from '../../../shared/ui/toast.ts'
import type { StudioBranch, StudioFile } from '../model.ts'
import { placeOfNode } from './node-address.ts'

interface Given {
  branch: StudioBranch
  files: readonly StudioFile[]
  /** Nothing is open. */
  isEmpty: boolean
  onOpen: (id: string, path: Path) => void
}

/** Opens what the address asks for, once; otherwise, where nothing is open, what one most likely came for. */
export function useArrival({ branch, files, isEmpty, onOpen }: Given): void {
  const [search, setSearch] = useSearchParams()
  const toast = useToast()
  const done = useRef(false)
  const open = useEffectEvent(onOpen)
  const node = search.get('node')
  const isImport = search.has('importFiles')
  const openFirst = useEffectEvent(() => {
    const live = files.filter(({ deleted_at, kind }) => deleted_at === null && kind === 'text')
    const first =
      live.find(
        ({ path }) => /(openapi|swagger|reference|\.oas)/i.test(path) && /\.(json|ya?ml)$/i.test(path),
      ) ??
      live.find(({ path }) => /\.(json|ya?ml)$/i.test(path) && !path.endsWith('toc.json')) ??
      live[0]
    if (first && isEmpty) open(first.id, [])
  })
  const arrive = useEffectEvent(async () => {
    if (node) {
      const found = await placeOfNode(branch.id, node, files).catch(() => null)
      if (found) open(found.file.id, found.at)
      else {
        toast.info('This page is not in these files any more.')
        openFirst()
      }
    } else openFirst()
    if (isImport) {
      const count = files.filter(({ deleted_at }) => deleted_at === null).length
      toast.success(count === 1 ? 'Your file is here.' : `${count} files are here.`)
    }
    if (node || isImport) {
      setSearch(
        (now) => {
          now.delete('node')
          now.delete('importFiles')
          return now
        },
        { replace: true },
      )
    }
  })
  const isReady = files.length > 0
  useEffect(() => {
    // What was imported may still be on its way.
    if (!isReady || done.current) return
    done.current = true
    void arrive()
  }, [isReady])
}
