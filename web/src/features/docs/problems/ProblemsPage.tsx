import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import { styled } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { useChange } from '../../../shared/data/change.ts'
import { type Severity, severityLabel } from '../../../shared/problems/words.ts'
import { download } from '../../../shared/ui/download.ts'
import { QueryErrorPage } from '../../../shared/ui/error-pages.tsx'
import { NavTabs } from '../../../shared/ui/NavTabs.tsx'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'
import { useDebounced } from '../../../shared/ui/use-debounced.ts'
import { NodeNotFound } from '../pages/NodeNotFound.tsx'
import type { Branch, Project } from '../queries.ts'
import { PageHead } from '../related/PageHead.tsx'
import { TextButton } from '../related/TextButton.ts'
import { ProblemList } from './ProblemList.tsx'
import { allProblems, type Filter, type Problems, useProblems } from './queries.ts'
import { Standing } from './Standing.tsx'

const Root = styled('div')({
  maxWidth: 860,
  '& .filters': { display: 'flex', flexWrap: 'wrap', gap: 12, margin: '0 0 12px' },
  '& .filters > *': { flex: '1 1 160px', minWidth: 0 },
  '& .filters > button': { flex: 'none' },
  '& .empty': { color: 'var(--docs-muted)', fontSize: typeSizes.body1 },
})

const severities: Severity[] = ['error', 'warn', 'info', 'hint']

interface Props {
  project: Project
  branch: Branch
}

/** What the style guides find on a branch: what is new, what was there, what is waived. For who may change its content. */
export function ProblemsPage({ project, branch }: Props) {
  const [search, setSearch] = useSearchParams()
  const [text, setText] = useState('')
  const only = onlyOf(search.get('only'))
  const severity = severities.find((one) => one === search.get('severity'))
  const rule = search.get('rule') ?? ''
  const words = useDebounced(text, 300)
  const filter = useMemo(
    (): Filter => ({ severities: severity ? [severity] : [], rule, search: words.trim(), only }),
    [severity, rule, words, only],
  )
  const query = useProblems(branch.id, filter)
  const pages = query.data?.pages.filter((page) => page !== null)
  const [first] = pages ?? []
  usePageTitle(`Problems · ${branch.name} · ${project.name}`)
  const set = (name: string, value: string) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (value) after.set(name, value)
        else after.delete(name)
        return after
      },
      { replace: true },
    )
  if (query.data && !first) return <NodeNotFound project={project} branch={branch} />
  return (
    <Root>
      <PageHead title="Problems">What the style guides find on {branch.name}.</PageHead>
      {query.isPending ? <Spinner label="Loading the problems" /> : null}
      {query.isError && !first ? (
        <QueryErrorPage error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {first ? (
        <>
          <Standing problems={first} branch={branch.name} />
          <NavTabs
            label="Which problems"
            tabs={tabsOf(paths.docsView(project.slug, branch.slug, 'problems'), first, only)}
          />
          <div className="filters">
            <TextField
              size="small"
              label="Search"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <TextField
              select
              size="small"
              label="Severity"
              value={severity ?? ''}
              onChange={(event) => set('severity', event.target.value)}
            >
              <MenuItem value="">All</MenuItem>
              {severities.map((one) => (
                <MenuItem key={one} value={one}>
                  {severityLabel[one]}
                </MenuItem>
              ))}
            </TextField>
            <TextField
              select
              size="small"
              label="Rule"
              value={first.rules.some((one) => one.rule === rule) ? rule : ''}
              onChange={(event) => set('rule', event.target.value)}
            >
              <MenuItem value="">All</MenuItem>
              {[...new Set(first.rules.map((one) => one.rule))].map((name) => (
                <MenuItem key={name} value={name}>
                  {name}
                </MenuItem>
              ))}
            </TextField>
            <Export project={project} branch={branch} filter={filter} isEmpty={first.total === 0} />
          </div>
          {first.total === 0 ? <p className="empty">{emptyText(first, filter)}</p> : null}
          <ProblemList
            problems={pages?.flatMap(({ items }) => items) ?? []}
            hrefOf={(slug) => paths.docs(project.slug, branch.slug, slug)}
          />
          {query.isError ? (
            <ReadFault error={query.error} onRetry={() => void query.fetchNextPage()} />
          ) : null}
          {query.hasNextPage && !query.isError ? (
            <TextButton type="button" disabled={query.isFetching} onClick={() => void query.fetchNextPage()}>
              {query.isFetching ? 'Loading…' : 'Show more'}
            </TextButton>
          ) : null}
        </>
      ) : null}
    </Root>
  )
}

function Export({ project, branch, filter, isEmpty }: Props & { filter: Filter; isEmpty: boolean }) {
  const { mutate, isPending } = useChange({
    run: async () => {
      const [{ csvOf }, problems] = await Promise.all([import('./csv.ts'), allProblems(branch.id, filter)])
      return csvOf(problems)
    },
    onDone: (text) =>
      download(
        `problems-${project.slug}-${branch.slug.replaceAll('/', '-')}.csv`,
        new Blob([text], { type: 'text/csv;charset=utf-8' }),
      ),
    failure: 'Error exporting the problems',
  })
  return (
    <Button variant="outlined" loading={isPending} disabled={isEmpty} onClick={() => mutate()}>
      Export as CSV
    </Button>
  )
}

function onlyOf(text: string | null): Filter['only'] {
  return text === 'new' || text === 'debt' || text === 'waived' ? text : ''
}

function tabsOf(
  path: string,
  { new_errors, new_warnings, new_others, waived }: Problems,
  only: Filter['only'],
) {
  const tab = (label: string, which: Filter['only']) => ({
    path: which ? `${path}?only=${which}` : path,
    label,
    isCurrent: only === which,
  })
  const isCompared = new_errors !== null
  const added = (new_errors ?? 0) + (new_warnings ?? 0) + (new_others ?? 0)
  return [
    tab('All', ''),
    ...(isCompared ? [tab(`New (${added.toLocaleString('en')})`, 'new'), tab('Debt', 'debt')] : []),
    tab(`Waived (${waived.toLocaleString('en')})`, 'waived'),
  ]
}

function emptyText(
  { state, base_name: base }: Problems,
  { only, rule, search, severities: chosen }: Filter,
): string {
  if (state === 'none') return 'Nothing was analysed on this version yet.'
  if (state === 'failed') return 'The lint did not come to its end.'
  if (rule || search || chosen.length > 0) return 'No problem matches.'
  if (only === 'new') return `Nothing that ${base} has not.`
  if (only === 'waived') return 'Nothing is waived.'
  return 'No problems.'
}
