import { styled } from '@mui/material/styles'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { QueryErrorPage } from '../../../shared/ui/error-pages.tsx'
import { NavTabs } from '../../../shared/ui/NavTabs.tsx'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'
import { Mark } from '../components/Mark.tsx'
import type { DocsNode } from '../model/types.ts'
import { NodeNotFound } from '../pages/NodeNotFound.tsx'
import type { Branch, Project } from '../queries.ts'
import type { Sides } from './BeforeAfter.tsx'
import { ChangeGroup } from './ChangeGroup.tsx'
import { groupsOf, levels } from './changes.ts'
import { PageHead } from './PageHead.tsx'
import { type Changelog, type ComparedWith, useChangelog, useCommits } from './queries.ts'
import { TextButton } from './TextButton.ts'

const Root = styled('div')({
  maxWidth: 860,
  '& > .counts': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: 8,
    margin: '0 0 8px',
    padding: 0,
    listStyle: 'none',
  },
  '& > .empty': { color: 'var(--docs-muted)', fontSize: typeSizes.body1 },
})

interface Props {
  project: Project
  branch: Branch
  /** Undefined for the changelog of the whole branch. */
  node?: DocsNode
}

/** What changed on a branch, or of one of its pages: from analysis to analysis, or against the default branch. */
export function ChangelogPage({ project, branch, node }: Props) {
  const [search] = useSearchParams()
  // Who reads this branch alone has nothing to compare it with.
  const base = branch.is_default ? undefined : project.branches.find((other) => other.is_default)
  const comparedWith: ComparedWith = base && search.get('against') === 'default' ? 'default' : 'previous'
  const log = useChangelog(branch, node?.uri, comparedWith)
  usePageTitle(`Changelog · ${node?.name ?? branch.name} · ${project.name}`)
  const address = paths.docsView(project.slug, branch.slug, 'changelog', node?.slug)
  const pages = useMemo(() => log.data?.pages.filter((page) => page !== null), [log.data])
  const [first] = pages ?? []
  if (log.data && !first) return <NodeNotFound project={project} branch={branch} />
  return (
    <Root>
      <PageHead title="Changelog" node={node}>
        {node ? 'What changed on this page.' : `What changed on ${branch.name}, the newest first.`}
      </PageHead>
      {base ? (
        <NavTabs
          label="Compared with"
          tabs={[
            { path: address, label: 'History', isCurrent: comparedWith === 'previous' },
            {
              path: `${address}?against=default`,
              label: `Against ${base.name}`,
              isCurrent: comparedWith === 'default',
            },
          ]}
        />
      ) : null}
      {log.isPending ? <Spinner label="Loading the changelog" /> : null}
      {log.isError && !first ? <QueryErrorPage error={log.error} onRetry={() => void log.refetch()} /> : null}
      {first && pages ? (
        <>
          <Counts log={first} />
          {first.items.length === 0 ? (
            <p className="empty">{emptyText(first.state, branch, base, node !== undefined)}</p>
          ) : null}
          <Groups
            branch={branch}
            pages={pages}
            isOfNode={node !== undefined}
            comparedWith={comparedWith}
            sides={base && comparedWith === 'default' ? { project, before: base, after: branch } : undefined}
          />
          {log.isError ? <ReadFault error={log.error} onRetry={() => void log.fetchNextPage()} /> : null}
          {log.hasNextPage && !log.isError ? (
            <TextButton type="button" disabled={log.isFetching} onClick={() => void log.fetchNextPage()}>
              {log.isFetching ? 'Loading…' : 'Show more'}
            </TextButton>
          ) : null}
        </>
      ) : null}
    </Root>
  )
}

function Counts({ log }: { log: Changelog }) {
  const counted = levels.filter(({ level }) => log[level] > 0)
  if (counted.length === 0) return null
  return (
    <ul className="counts" aria-label="In total">
      {counted.map(({ level, tone, meaning }) => (
        <li key={level}>
          <Mark tone={tone} title={meaning}>
            {log[level]} {level}
          </Mark>
        </li>
      ))}
    </ul>
  )
}

interface GroupsProps {
  branch: Branch
  pages: readonly Changelog[]
  isOfNode: boolean
  comparedWith: ComparedWith
  sides: Sides | undefined
}

function Groups({ branch, pages, isOfNode, comparedWith, sides }: GroupsProps) {
  const groups = useMemo(() => groupsOf(pages.flatMap((page) => page.items)), [pages])
  const hashes = useMemo(() => [...new Set(groups.flatMap(({ commit }) => commit ?? []))], [groups])
  const commits = useCommits(branch, hashes).data
  return groups.map((group) => (
    <ChangeGroup
      key={group.at}
      group={group}
      commit={group.commit ? commits?.get(group.commit) : undefined}
      isOfNode={isOfNode}
      sides={sides}
      isHistory={comparedWith === 'previous'}
    />
  ))
}

function emptyText(
  state: Changelog['state'],
  branch: Branch,
  base: Branch | undefined,
  isOfNode: boolean,
): string {
  const theirs = base?.name ?? 'the default branch'
  if (state === 'outdated')
    return `${branch.name} or ${theirs} has changed since they were compared. They are being compared anew.`
  if (state === 'unknown') return `${branch.name} and ${theirs} could not be compared.`
  if (state === 'none') return 'There is nothing to compare with yet.'
  if (base) return 'No changes.'
  return isOfNode
    ? 'This page has not changed since it was first published.'
    : 'Nothing has changed since this branch was first published.'
}
