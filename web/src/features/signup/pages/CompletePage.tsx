import AccountTree from '@mui/icons-material/AccountTreeOutlined'
import Description from '@mui/icons-material/DescriptionOutlined'
import Draw from '@mui/icons-material/DrawOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { useCases } from '../../../../../supabase/functions/_shared/domain/survey.ts'
import { paths } from '../../../shared/config/paths.ts'
import { messageOf } from '../../../shared/data/api.ts'
import { useChange } from '../../../shared/data/change.ts'
import { type Me, useKeepMe } from '../../../shared/data/me.ts'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { RequireAccount } from '../components/RequireAccount.tsx'
import { WizardLayout } from '../components/WizardLayout.tsx'
import { updateAccount } from '../queries.ts'
import { useWizard } from '../wizard.ts'

type UseCase = keyof typeof useCases
const icons = { apiProgram: AccountTree, apiDesign: Draw, apiDocumentation: Description } as const

/** The wizard's end: what is the workspace for? */
export function CompletePage() {
  const { pathTo } = useWizard()
  return (
    <RequireAccount>
      {(me) =>
        me.is_account_info_collected ? <UseCases me={me} /> : <Navigate to={pathTo('account')} replace />
      }
    </RequireAccount>
  )
}

function UseCases({ me }: { me: Me }) {
  const keep = useKeepMe()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<UseCase | undefined>(me.survey.use_case as UseCase | undefined)
  const save = useChange({
    run: (useCase: UseCase) =>
      updateAccount({
        firstName: me.first_name ?? '',
        lastName: me.last_name ?? '',
        survey: { use_case: useCase },
      }),
    onDone: (updated) => {
      keep(updated)
      navigate(paths.home)
    },
  })
  return (
    <WizardLayout
      title="What will you use it for first?"
      intro="Choose one. Everything else stays available."
    >
      <FormError>{save.isError ? messageOf(save.error) : null}</FormError>
      <Box role="radiogroup" aria-label="Primary use case" sx={{ display: 'grid', gap: 1.5 }}>
        {(Object.keys(useCases) as UseCase[]).map((useCase) => (
          <UseCaseCard key={useCase} useCase={useCase} selected={chosen === useCase} onSelect={setChosen} />
        ))}
      </Box>
      <Button
        variant="contained"
        size="large"
        disabled={!chosen}
        loading={save.isPending}
        onClick={() => chosen && save.mutate(chosen)}
      >
        Go to your workspace
      </Button>
    </WizardLayout>
  )
}

interface CardProps {
  useCase: UseCase
  selected: boolean
  onSelect: (useCase: UseCase) => void
}

function UseCaseCard({ useCase, selected, onSelect }: CardProps) {
  const Icon = icons[useCase]
  return (
    <Card
      component="label"
      sx={{
        p: 2,
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        cursor: 'pointer',
        borderWidth: 2,
        borderColor: selected ? 'primary.main' : 'divider',
        '&:hover': { backgroundColor: 'action.hover' },
      }}
    >
      <Icon color={selected ? 'primary' : 'action'} />
      <Typography variant="h4" component="span" sx={{ flex: 1 }}>
        {useCases[useCase]}
      </Typography>
      <Box
        component="input"
        type="radio"
        name="use-case"
        checked={selected}
        onChange={() => onSelect(useCase)}
        sx={(theme) => ({ width: 18, height: 18, m: 0, accentColor: theme.vars?.palette.primary.main })}
      />
    </Card>
  )
}
