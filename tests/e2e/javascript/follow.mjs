// SPDX-License-Identifier: GPL-3.0-or-later
// Follows the pods of a cluster with the informer of Kubernetes' JavaScript client, and prints namespace, name and
// resourceVersion of each whenever nothing has happened for a second. usage: node follow.mjs KUBECONFIG
import * as k8s from '@kubernetes/client-node';

const config = new k8s.KubeConfig();
config.loadFromFile(process.argv[2]);
const api = config.makeApiClient(k8s.CoreV1Api);
const informer = k8s.makeInformer(config, '/api/v1/pods', () => api.listPodForAllNamespaces());
const pods = new Map();
let printing;

function changed() {
    clearTimeout(printing);
    printing = setTimeout(() => {
        const lines = [...pods].map(([key, version]) => `${key} ${version}`).sort();
        console.log(`${lines.join('\n')}\n`);
    }, 1000);
}
for (const verb of ['add', 'update', 'delete']) {
    informer.on(verb, ({ metadata }) => {
        const key = `${metadata.namespace} ${metadata.name}`;
        if (verb === 'delete') pods.delete(key);
        else pods.set(key, metadata.resourceVersion);
        changed();
    });
}
informer.on('error', (error) => {
    console.error(`again: ${error}`);
    setTimeout(() => informer.start(), 100);
});
informer.start();
