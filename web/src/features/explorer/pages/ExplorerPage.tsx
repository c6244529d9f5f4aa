import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useCallback, useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { minimumLength } from '../../../shared/data/search.ts'
import { noFilters, type PageFilters, tagsOf } from '../../../shared/search/filters.ts'
import { useProjectScope } from '../../../shared/search/queries.ts'
import { QueryErrorPage } from '../../../shared/ui/error-pages.tsx'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { useDebounced } from '../../../shared/ui/use-debounced.ts'
import { NodePanel } from '../components/NodePanel.tsx'
import { NodeTree } from '../components/NodeTree.tsx'
import { Toolbar } from '../components/Toolbar.tsx'
import { useExplorerProjects, useHits } from '../queries.ts'
import { type Contents, hitRows, type NodeType, nodeTypes, treeRows } from '../tree.ts'

const debounceMs = 250
const everyType = Object.keys(nodeTypes) as NodeType[]

/** Every project as one tree, with search and filters; the node of the address beside it. */
export function ExplorerPage() {
  usePageTitle('Explore')
  const { projectSlug, nodeSlug } = useParams()
  const [params] = useSearchParams()
  const [text, setText] = useState('')
  const [types, setTypes] = useState<NodeType[]>([])
  const [starred, setStarred] = useState(false)
  const [all, setAll] = useState(false)
  // Those that are not as the others are.
  const [turned, setTurned] = useState<ReadonlySet<number>>(new Set())
  const [contents, setContents] = useState<ReadonlyMap<number, Contents>>(new Map())
  const asked = useDebounced(text.trim(), debounceMs)
  const searches = asked.length >= minimumLength
  const [filters, setFilters] = useState<PageFilters>(noFilters)
  const { project, version, tag } = filters
  const projects = useExplorerProjects(project)
  const scope = useProjectScope(project)
  // Contents name no tags: pages with one are found.
  const listsHits = searches || starred || tag !== undefined
  const hits = useHits({
    text: searches ? asked : '',
    types: types.length ? types : everyType,
    starred,
    filters,
    projectId: project === undefined ? undefined : scope.data?.id,
  })

  const onLoaded = useCallback(
    (id: number, loaded: Contents) => setContents((known) => new Map(known).set(id, loaded)),
    [],
  )
  const isOpen = (id: number) => all !== turned.has(id)
  const onToggle = (id: number) =>
    setTurned((known) => {
      const next = new Set(known)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const onFilters = (next: PageFilters) => {
    // Contents are those of a version.
    if (next.version !== version) setContents(new Map())
    setFilters(next)
  }
  const onAll = () => {
    setAll(!all)
    setTurned(new Set())
  }

  if (projects.isPending) return <Spinner />
  if (projects.isError)
    return <QueryErrorPage error={projects.error} onRetry={() => void projects.refetch()} />
  const rows = listsHits
    ? hitRows(hits.data ?? [], version)
    : treeRows(projects.data, isOpen, contents, types.length ? types : null, version)
  const isEmpty = rows.length === 0 && !(listsHits && hits.isPending)
  return (
    <Box sx={{ display: 'flex', height: '100dvh', minWidth: 0 }}>
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <Box sx={{ px: 3, pt: 3 }}>
          <Typography variant="h1">Explore</Typography>
          <Toolbar
            text={text}
            onText={setText}
            types={types}
            onTypes={setTypes}
            starred={starred}
            onStarred={setStarred}
            allOpen={all}
            onAll={listsHits ? undefined : onAll}
            searching={listsHits && hits.isFetching}
            filters={filters}
            onFilters={onFilters}
            tags={tagsOf(hits.data ?? [])}
          />
        </Box>
        {listsHits && hits.isError ? (
          <Typography role="alert" color="error" sx={{ p: 3 }}>
            Error while loading search results.
          </Typography>
        ) : isEmpty ? (
          <Empty />
        ) : (
          <NodeTree
            rows={rows}
            active={nodeSlug === undefined ? undefined : `${projectSlug}/${nodeSlug}`}
            onToggle={onToggle}
            onLoaded={onLoaded}
            onEnd={!listsHits && projects.hasNextPage ? () => void projects.fetchNextPage() : undefined}
          />
        )}
      </Box>
      {projectSlug && nodeSlug ? (
        <NodePanel
          projectSlug={projectSlug}
          nodeSlug={nodeSlug}
          version={params.get('version') ?? undefined}
        />
      ) : null}
    </Box>
  )
}

function Empty() {
  return (
    <Box role="status" sx={{ p: 6, textAlign: 'center' }}>
      <Typography variant="h2">No Results</Typography>
      <Typography color="textSecondary" sx={{ mt: 0.5 }}>
        Try updating the active search and/or filters.
      </Typography>
    </Box>
  )
}
