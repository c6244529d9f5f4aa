import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined'
import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { CopyButton } from '../../../shared/ui/CopyButton.tsx'
import type { CustomDomain } from './queries.ts'

/** The DNS records that a domain needs, each with what was found of it. */
export function DomainRecords({ domain }: { domain: CustomDomain }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      <Records
        title="Proves that the domain is yours"
        isFound={domain.proof_is_found}
        problem={domain.proof_problem}
      >
        <Row type="TXT" name={domain.proof_name} values={[domain.proof_value]} />
      </Records>
      <Records title="Leads the domain here" isFound={domain.route_is_found} problem={domain.route_problem}>
        <Row type="CNAME" name={domain.domain} values={[domain.target]} />
        {domain.addresses.length > 0 ? (
          <>
            <Typography variant="body2" color="textSecondary">
              A domain that can have no CNAME, such as example.com itself, has these instead:
            </Typography>
            <Addresses name={domain.domain} addresses={domain.addresses} />
          </>
        ) : null}
      </Records>
    </Box>
  )
}

function Addresses({ name, addresses }: { name: string; addresses: string[] }) {
  const six = addresses.filter((address) => address.includes(':'))
  const four = addresses.filter((address) => !address.includes(':'))
  return (
    <>
      {four.length > 0 ? <Row type="A" name={name} values={four} /> : null}
      {six.length > 0 ? <Row type="AAAA" name={name} values={six} /> : null}
    </>
  )
}

interface RecordsProps {
  title: string
  isFound: boolean
  problem: string | null
  children: ReactNode
}

function Records({ title, isFound, problem, children }: RecordsProps) {
  const Icon = isFound ? CheckCircleIcon : ErrorIcon
  return (
    <Box
      role="group"
      aria-label={title}
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 2, display: 'grid', gap: 1.5 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, alignItems: 'center' }}>
        <Typography variant="subtitle2" component="h3" sx={{ flex: '1 1 200px' }}>
          {title}
        </Typography>
        {isFound || problem ? (
          <Typography
            variant="body2"
            color={isFound ? 'success' : 'warning'}
            sx={{ display: 'flex', gap: 0.5, alignItems: 'center' }}
          >
            <Icon fontSize="inherit" aria-hidden />
            {isFound ? 'Found' : problem}
          </Typography>
        ) : null}
      </Box>
      {children}
    </Box>
  )
}

function Row({ type, name, values }: { type: string; name: string; values: string[] }) {
  const isOne = values.length === 1
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gap: 1,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '64px minmax(0, 5fr) minmax(0, 7fr)' },
      }}
    >
      <Cell label="Type" values={[type]} />
      <Cell label="Name" values={[name]} copies={() => `Copy the name of the ${type} record`} />
      <Cell
        label="Value"
        values={values}
        copies={(value) => `Copy the value of the ${type} record${isOne ? '' : ` (${value})`}`}
      />
    </Box>
  )
}

interface CellProps {
  label: string
  values: string[]
  /** What the button is called that copies a value; without one there is none. */
  copies?: (value: string) => string
}

function Cell({ label, values, copies }: CellProps) {
  return (
    <Box>
      <Typography component="dt" variant="body2" color="textSecondary">
        {label}
      </Typography>
      {values.map((value) => (
        <Box
          key={value}
          component="dd"
          sx={{ m: 0, display: 'flex', alignItems: 'center', gap: 0.5, minHeight: 30 }}
        >
          <Typography
            component="code"
            variant="body2"
            sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}
          >
            {value}
          </Typography>
          {copies ? <CopyButton text={value} label={copies(value)} /> : null}
        </Box>
      ))}
    </Box>
  )
}
