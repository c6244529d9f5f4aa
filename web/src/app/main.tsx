import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './App.tsx'
import { Providers } from './Providers.tsx'
import { preloadScreen } from './screens.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root element')

preloadScreen(window.location.pathname)
// In pieces, between which the page answers: there may be words of it to read already.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <Providers>
          <App />
        </Providers>
      </BrowserRouter>
    </StrictMode>,
  ),
)
