import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Navigate, Route, Routes, useParams, useSearchParams } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { NotFoundPage, QueryErrorPage } from '../../../shared/ui/error-pages.tsx'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { ChangesTab } from '../changes/ChangesTab.tsx'
import { ImpactTab } from '../changes/ImpactTab.tsx'
import { LintTab } from '../changes/LintTab.tsx'
import { ChangelogTab } from '../components/ChangelogTab.tsx'
import { OverviewTab } from '../components/OverviewTab.tsx'
import { ProposalForm } from '../components/ProposalForm.tsx'
import { ProposalHead } from '../components/ProposalHead.tsx'
import { ProposalTabs } from '../components/ProposalTabs.tsx'
import { MergeTab } from '../merging/MergeTab.tsx'
import { hasEnded, type ProposalPage as Page } from '../model.ts'
import { useProposalPage } from '../queries.ts'

/** The proposal of a branch; where there is none, the form that opens one. */
export function ProposalPage() {
  const { projectSlug = '', branchSlug = '' } = useParams()
  const [params] = useSearchParams()
  const wanted = Number(params.get('proposal')) || null
  const page = useProposalPage(projectSlug, branchSlug, wanted)
  usePageTitle(`${page.data?.proposal?.title ?? branchSlug} · Proposals`)
  if (page.isPending) return <Spinner label="Loading the proposal" />
  if (page.isError && !page.data)
    return <QueryErrorPage error={page.error} onRetry={() => void page.refetch()} />
  if (!page.data) return <NotFoundPage />
  return (
    <Box sx={{ p: 3, maxWidth: 1280, width: 1, mx: 'auto', minWidth: 0 }}>
      <Content
        page={page.data}
        address={paths.proposal(projectSlug, branchSlug)}
        wanted={wanted}
        isNew={params.has('new')}
      />
    </Box>
  )
}

interface Props {
  page: Page
  address: string
  wanted: number | null
  /** Whether another one is asked for: what was merged or closed is no hindrance. */
  isNew: boolean
}

function Content({ page, address, wanted, isNew }: Props) {
  const { proposal, branch } = page
  if (!proposal || (isNew && hasEnded(proposal))) {
    if (branch && page.may_edit && page.baselines.length > 0 && wanted === null)
      return <ProposalForm page={page} branch={branch} />
    return wanted === null && branch ? <Nothing name={branch.name} /> : <NotFoundPage />
  }
  const query = wanted === null ? '' : `?proposal=${wanted}`
  return (
    <>
      <ProposalHead page={page} proposal={proposal} />
      <ProposalTabs address={address} query={query} proposal={proposal} />
      <Routes>
        <Route index element={<OverviewTab page={page} proposal={proposal} />} />
        <Route path="changes" element={<ChangesTab page={page} proposal={proposal} />} />
        <Route path="impact" element={<ImpactTab proposal={proposal} />} />
        <Route path="merge" element={<MergeTab page={page} proposal={proposal} />} />
        <Route path="lint" element={<LintTab proposal={proposal} />} />
        <Route path="changelog" element={<ChangelogTab page={page} proposal={proposal} />} />
        <Route path="*" element={<Navigate to={`${address}${query}`} replace />} />
      </Routes>
    </>
  )
}

function Nothing({ name }: { name: string }) {
  return (
    <Box role="status" sx={{ p: 6, textAlign: 'center' }}>
      <Typography variant="h2">{name} is not proposed</Typography>
      <Typography color="textSecondary" sx={{ mt: 0.5 }}>
        Who may change the content of the project can propose it for another branch.
      </Typography>
    </Box>
  )
}
