import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './App.tsx'
import { Providers } from './Providers.tsx'
import { preloadScreen } from './screens.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root element')

// Of a page with words `first-paint.js` runs the scripts one by one. Others need what stands in this one, so that it is
// not the last of them; begun here, the app would run all the rest in one piece.
if (document.getElementById('app-scripts')) addEventListener('app-scripts', () => begin(root), { once: true })
else begin(root)

function begin(at: HTMLElement): void {
  preloadScreen(window.location.pathname)
  // In pieces, between which the page answers: there may be words of it to read already.
  startTransition(() =>
    createRoot(at).render(
      <StrictMode>
        <BrowserRouter>
          <Providers>
            <App />
          </Providers>
        </BrowserRouter>
      </StrictMode>,
    ),
  )
}
