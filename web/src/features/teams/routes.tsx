import { Route, Routes } from 'react-router-dom'
import { TeamsPage } from './pages/TeamsPage.tsx'

/** The teams of a workspace, /admin/teams; one of them opens at its slug. */
export default function TeamsRoutes() {
  return (
    <Routes>
      {/* One route for both, so that the table stays as it is when a team opens. */}
      <Route path=":slug?" element={<TeamsPage />} />
    </Routes>
  )
}
