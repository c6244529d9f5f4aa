import { Navigate } from 'react-router-dom'
import { AccountForm } from '../components/AccountForm.tsx'
import { RequireAccount } from '../components/RequireAccount.tsx'
import { useWizard } from '../wizard.ts'

/** Step 4: who is it? */
export function AccountPage() {
  const { pathTo } = useWizard()
  return (
    <RequireAccount>
      {(me) =>
        me.is_account_info_collected ? <Navigate to={pathTo('plan')} replace /> : <AccountForm me={me} />
      }
    </RequireAccount>
  )
}
