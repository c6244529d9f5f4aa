import type { Path } from '../../../../../../editing/types.ts'
import type { ComponentKind } from '../binding/flavour.ts'
import { Referable } from '../fields/Referable.tsx'
import { CallbackForm } from './Callbacks.tsx'
import { ExampleForm } from './Examples.tsx'
import { OperationView } from './OperationView.tsx'
import { ParameterForm } from './ParameterForm.tsx'
import { PathView } from './PathView.tsx'
import { PlacedParameter } from './PlacedParameter.tsx'
import { RequestBodyForm } from './RequestBody.tsx'
import { LinkForm, ResponseForm } from './Responses.tsx'
import { SchemeForm } from './SecuritySchemes.tsx'

/** One component of a description that is no model. */
export function ComponentView({ path, kind }: { path: Path; kind: ComponentKind }) {
  return (
    <Referable path={path} kind={kind}>
      <FormOfKind path={path} kind={kind} />
    </Referable>
  )
}

function FormOfKind({ path, kind }: { path: Path; kind: ComponentKind }) {
  switch (kind) {
    case 'responses':
      return <ResponseForm path={path} />
    case 'parameters':
      return <PlacedParameter path={path} />
    case 'headers':
      return <ParameterForm path={path} isHeader />
    case 'requestBodies':
      return <RequestBodyForm path={path} />
    case 'examples':
      return <ExampleForm path={path} />
    case 'securitySchemes':
      return <SchemeForm path={path} />
    case 'links':
      return <LinkForm path={path} />
    case 'callbacks':
      return (
        <CallbackForm
          path={path}
          renderOperation={(inner) => <OperationView path={inner} pathItem={null} />}
        />
      )
    default:
      return <PathView path={path} />
  }
}
