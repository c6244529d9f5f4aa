import { useLocation } from 'react-router-dom'
import { NavTabs } from '../../../shared/ui/NavTabs.tsx'
import type { Proposal } from '../model.ts'

interface Props {
  address: string
  query: string
  proposal: Proposal
}

/** The parts of a proposal. */
export function ProposalTabs({ address, query, proposal }: Props) {
  const { pathname } = useLocation()
  const tab = (below: string, label: string) => ({
    path: `${address}${below}${query}`,
    label,
    isCurrent: decodeURI(pathname) === decodeURI(`${address}${below}`),
  })
  return (
    <NavTabs
      label="The proposal"
      tabs={[
        tab('', proposal.threads > 0 ? `Discussion (${proposal.threads} open)` : 'Discussion'),
        tab('/changes', proposal.nodes > 0 ? `Changes (${proposal.nodes})` : 'Changes'),
        tab('/impact', 'Who breaks'),
        tab('/lint', 'Rules'),
        tab('/changelog', 'Changelog'),
        ...(proposal.status === 'open' || proposal.status === 'merging' ? [tab('/merge', 'Merge')] : []),
      ]}
    />
  )
}
