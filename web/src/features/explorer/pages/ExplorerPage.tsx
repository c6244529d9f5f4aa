import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useCallback, useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { minimumLength } from '../../../shared/data/search.ts'
import { type PageFilters, tagsOf } from '../../../shared/search/filters.ts'
import { useProjectScope } from '../../../shared/search/queries.ts'
import { QueryErrorPage } from '../../../shared/ui/error-pages.tsx'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { NodePanel } from '../components/NodePanel.tsx'
import { NodeTree } from '../components/NodeTree.tsx'
import { Toolbar } from '../components/Toolbar.tsx'
import { keptOf, useNarrowing } from '../narrowing.ts'
import { useExplorerProjects, useHits } from '../queries.ts'
import { type Contents, hitRows, treeRows } from '../tree.ts'
import { useTypedText } from '../use-typed-text.ts'

/** Every project as one tree, with search and filters; the node of the address beside it. */
export function ExplorerPage() {
  usePageTitle('Explore')
  const { projectSlug, nodeSlug } = useParams()
  const [params] = useSearchParams()
  const [narrowing, narrow] = useNarrowing()
  const { text: asked, types, starred, project, version, tag } = narrowing
  const [text, setText] = useTypedText(asked, (text) => narrow({ text }))
  const [all, setAll] = useState(false)
  // Those that are not as the others are.
  const [turned, setTurned] = useState<ReadonlySet<number>>(new Set())
  const [contents, setContents] = useState<ReadonlyMap<number, Contents>>(new Map())
  const searches = asked.length >= minimumLength
  const projects = useExplorerProjects(project)
  const scope = useProjectScope(project)
  // Contents name no tags: pages with one are found.
  const listsHits = searches || starred || tag !== undefined
  const hits = useHits({
    text: searches ? asked : '',
    types,
    starred,
    filters: narrowing,
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
  // Contents are those of a version.
  const [shownVersion, setShownVersion] = useState(version)
  if (shownVersion !== version) {
    setShownVersion(version)
    setContents(new Map())
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
  const kept = keptOf(narrowing)
  const showsNode = projectSlug !== undefined && nodeSlug !== undefined
  const isEmpty = rows.length === 0 && !(listsHits && hits.isPending)
  return (
    <Box sx={{ display: 'flex', height: '100dvh', minWidth: 0 }}>
      <Box
        sx={{
          flex: 1,
          minWidth: 0,
          // Half of a phone is too little for either.
          display: { xs: showsNode ? 'none' : 'flex', md: 'flex' },
          flexDirection: 'column',
        }}
      >
        <Box sx={{ px: 3, pt: 3 }}>
          <Typography variant="h1">Explore</Typography>
          <Toolbar
            text={text}
            onText={setText}
            types={types}
            onTypes={(types) => narrow({ types })}
            starred={starred}
            onStarred={(starred) => narrow({ starred })}
            allOpen={all}
            onAll={listsHits ? undefined : onAll}
            searching={listsHits && hits.isFetching}
            filters={{ project, version, tag }}
            onFilters={({ project, version, tag }: PageFilters) => narrow({ project, version, tag })}
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
            kept={kept}
            active={nodeSlug === undefined ? undefined : `${projectSlug}/${nodeSlug}`}
            onToggle={onToggle}
            onLoaded={onLoaded}
            onEnd={!listsHits && projects.hasNextPage ? () => void projects.fetchNextPage() : undefined}
          />
        )}
      </Box>
      {showsNode ? (
        <NodePanel
          projectSlug={projectSlug}
          nodeSlug={nodeSlug}
          kept={kept}
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
