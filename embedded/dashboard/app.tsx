/** The dashboard: asks who is signed in, then shows the page of the address in the frame. */
import { QueryClientProvider } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { Redirect, Route, Router, Switch, useLocation, useSearch } from "wouter";
import { keepLabels } from "./address/labels.ts";
import { signInFor } from "./address/next-page.ts";
import { ApiProblem } from "./api/ask.ts";
import { createQueryClient } from "./api/query-client.ts";
import { useSession } from "./api/session.ts";
import { Broken } from "./frame/broken.tsx";
import { keptClock, onClockChange } from "./frame/clock-choice.ts";
import { Frame } from "./frame/frame.tsx";
import { NotReached } from "./frame/not-reached.tsx";
import { SessionContext } from "./frame/session-context.ts";
import { PAGES } from "./page-list.tsx";
import { NotFoundPage } from "./pages/not-found/not-found-page.tsx";
import { SignInPage } from "./pages/sign-in/sign-in-page.tsx";

export function App() {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <Router hrefs={keepLabels} aroundNav={(go, to, options) => go(keepLabels(to), options)}>
        <Switch>
          <Route path="/sign-in" component={SignInPage} />
          <Route>
            <SignedIn />
          </Route>
        </Switch>
      </Router>
    </QueryClientProvider>
  );
}

function SignedIn() {
  const session = useSession();
  const [path] = useLocation();
  const search = useSearch();
  const clock = useSyncExternalStore(onClockChange, keptClock);
  if (session.data !== undefined)
    return (
      <SessionContext value={session.data}>
        <Frame>
          <Broken key={`${clock} ${path}`}>
            <CurrentPage />
          </Broken>
        </Frame>
      </SessionContext>
    );
  if (session.error === null) return null;
  const isSignedOut = session.error instanceof ApiProblem && session.error.status === 401;
  return isSignedOut ? (
    <Redirect to={signInFor(search === "" ? path : `${path}?${search}`)} />
  ) : (
    <NotReached problem={session.error} query={session} />
  );
}

function CurrentPage() {
  return (
    <Switch>
      {PAGES.map(({ address, View }) => (
        <Route key={address} path={address} component={View} />
      ))}
      <Route component={NotFoundPage} />
    </Switch>
  );
}
