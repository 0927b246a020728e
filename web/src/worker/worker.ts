// What this browser does for the house while no page of it is open.
import { receivePush } from "./push";

declare const self: ServiceWorkerGlobalScope;

receivePush(self);
