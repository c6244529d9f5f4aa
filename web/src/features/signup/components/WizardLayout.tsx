import type { ReactNode } from 'react'
import { EntryLayout } from '../../../shared/ui/EntryLayout.tsx'
import { QuotePanel } from './QuotePanel.tsx'

const steps = 5

interface Props {
  /** Which of the five steps this is; absent between them. */
  step?: number
  title: string
  intro?: ReactNode
  footer?: ReactNode
  /** 'page' leaves the whole width to it. */
  width?: 'page'
  children: ReactNode
}

/** Frame of the wizard's pages. */
export function WizardLayout({ step, ...rest }: Props) {
  const eyebrow = step ? { eyebrow: `Step ${step} of ${steps}` } : {}
  return <EntryLayout {...rest} {...eyebrow} aside={rest.width ? null : <QuotePanel />} />
}
