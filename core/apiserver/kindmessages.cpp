// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/protoschema.h"

namespace wk::apiserver {

/// The kinds that are served, and what is in them; topologyKeys of a service went with 1.22.
/// Source: k8s.io/api 1.20 to 1.33, generated.proto (the numbers) and types.go (order, pointers, what is left out).
const std::string_view KindMessages = R"(
PodStatus: observedGeneration=17 int64, phase=1 text, conditions=2 []PodCondition, message=3 text, reason=4 text,
    nominatedNodeName=11 text, hostIP=5 text, hostIPs=16 []HostIP, podIP=6 text, podIPs=12 []PodIP, startTime=7 *Time,
    initContainerStatuses=10 []ContainerStatus, containerStatuses=8 []ContainerStatus, qosClass=9 text,
    ephemeralContainerStatuses=13 []ContainerStatus, resize=14 text, resourceClaimStatuses=15 []PodResourceClaimStatus
PodCondition: type=1 text!, observedGeneration=7 int64, status=2 text!, lastProbeTime=3 Time,
    lastTransitionTime=4 Time, reason=5 text, message=6 text
HostIP: ip=1 text!
PodIP: ip=1 text!
ContainerStatus: name=1 text!, state=2 ContainerState, lastState=3 ContainerState, ready=4 bool!,
    restartCount=5 int32!, image=6 text!, imageID=7 text!, containerID=8 text, started=9 *bool,
    allocatedResources=10 {}Quantity, resources=11 *ResourceRequirements, volumeMounts=12 []VolumeMountStatus,
    user=13 *ContainerUser, allocatedResourcesStatus=14 []ResourceStatus, stopSignal=15 *text
ContainerState: waiting=1 *ContainerStateWaiting, running=2 *ContainerStateRunning,
    terminated=3 *ContainerStateTerminated
ContainerStateWaiting: reason=1 text, message=2 text
ContainerStateRunning: startedAt=1 Time
ContainerStateTerminated: exitCode=1 int32!, signal=2 int32, reason=3 text, message=4 text, startedAt=5 Time,
    finishedAt=6 Time, containerID=7 text
VolumeMountStatus: name=1 text!, mountPath=2 text!, readOnly=3 bool, recursiveReadOnly=4 *text
ContainerUser: linux=1 *LinuxContainerUser
LinuxContainerUser: uid=1 int64!, gid=2 int64!, supplementalGroups=3 []int64
ResourceStatus: name=1 text!, resources=2 []ResourceHealth
ResourceHealth: resourceID=1 text!, health=2 text
PodResourceClaimStatus: name=1 text!, resourceClaimName=2 *text
ConfigMap: metadata=1 ObjectMeta, immutable=4 *bool, data=2 {}text, binaryData=3 {}bytes
Namespace: metadata=1 ObjectMeta, spec=2 NamespaceSpec, status=3 NamespaceStatus
NamespaceSpec: finalizers=1 []text
NamespaceStatus: phase=1 text, conditions=2 []NamespaceCondition
NamespaceCondition: type=1 text!, status=2 text!, lastTransitionTime=4 Time, reason=5 text, message=6 text
Service: metadata=1 ObjectMeta, spec=2 ServiceSpec, status=3 ServiceStatus
ServiceSpec: ports=1 []ServicePort, selector=2 {}text, clusterIP=3 text, clusterIPs=18 []text, type=4 text,
    externalIPs=5 []text, sessionAffinity=7 text, loadBalancerIP=8 text, loadBalancerSourceRanges=9 []text,
    externalName=10 text, externalTrafficPolicy=11 text, healthCheckNodePort=12 int32,
    publishNotReadyAddresses=13 bool, sessionAffinityConfig=14 *SessionAffinityConfig, ipFamilies=19 []text,
    ipFamilyPolicy=17 *text, allocateLoadBalancerNodePorts=20 *bool, loadBalancerClass=21 *text,
    internalTrafficPolicy=22 *text, trafficDistribution=23 *text,
    topologyKeys=16 []text
ServicePort: name=1 text, protocol=2 text, appProtocol=6 *text, port=3 int32!, targetPort=4 IntOrString,
    nodePort=5 int32
SessionAffinityConfig: clientIP=1 *ClientIPConfig
ClientIPConfig: timeoutSeconds=1 *int32
ServiceStatus: loadBalancer=1 LoadBalancerStatus, conditions=2 []Condition
LoadBalancerStatus: ingress=1 []LoadBalancerIngress
LoadBalancerIngress: ip=1 text, hostname=2 text, ipMode=3 *text, ports=4 []PortStatus
PortStatus: port=1 int32!, protocol=2 text!, error=3 *text
Secret: metadata=1 ObjectMeta, immutable=5 *bool, data=2 {}bytes, stringData=4 {}text, type=3 text
ServiceAccount: metadata=1 ObjectMeta, secrets=2 []ObjectReference, imagePullSecrets=3 []LocalObjectReference,
    automountServiceAccountToken=4 *bool
ObjectReference: kind=1 text, namespace=2 text, name=3 text, uid=4 text, apiVersion=5 text, resourceVersion=6 text,
    fieldPath=7 text
Binding: metadata=1 ObjectMeta, target=2 ObjectReference
Event: metadata=1 ObjectMeta, involvedObject=2 ObjectReference, reason=3 text, message=4 text, source=5 EventSource,
    firstTimestamp=6 Time, lastTimestamp=7 Time, count=8 int32, type=9 text, eventTime=10 MicroTime,
    series=11 *EventSeries, action=12 text, related=13 *ObjectReference, reportingComponent=14 text!,
    reportingInstance=15 text!
EventSource: component=1 text, host=2 text
EventSeries: count=1 int32, lastObservedTime=2 MicroTime
Node: metadata=1 ObjectMeta, spec=2 NodeSpec, status=3 NodeStatus
NodeSpec: podCIDR=1 text, podCIDRs=7 []text, providerID=3 text, unschedulable=4 bool, taints=5 []Taint,
    configSource=6 *NodeConfigSource, externalID=2 text
Taint: key=1 text!, value=2 text, effect=3 text!, timeAdded=4 *Time
NodeConfigSource: configMap=2 *ConfigMapNodeConfigSource
ConfigMapNodeConfigSource: namespace=1 text!, name=2 text!, uid=3 text, resourceVersion=4 text,
    kubeletConfigKey=5 text!
NodeStatus: capacity=1 {}Quantity, allocatable=2 {}Quantity, phase=3 text, conditions=4 []NodeCondition,
    addresses=5 []NodeAddress, daemonEndpoints=6 NodeDaemonEndpoints, nodeInfo=7 NodeSystemInfo,
    images=8 []ContainerImage, volumesInUse=9 []text, volumesAttached=10 []AttachedVolume,
    config=11 *NodeConfigStatus, runtimeHandlers=12 []NodeRuntimeHandler, features=13 *NodeFeatures
NodeCondition: type=1 text!, status=2 text!, lastHeartbeatTime=3 Time, lastTransitionTime=4 Time, reason=5 text,
    message=6 text
NodeAddress: type=1 text!, address=2 text!
NodeDaemonEndpoints: kubeletEndpoint=1 DaemonEndpoint
DaemonEndpoint: Port=1 int32!
NodeSystemInfo: machineID=1 text!, systemUUID=2 text!, bootID=3 text!, kernelVersion=4 text!, osImage=5 text!,
    containerRuntimeVersion=6 text!, kubeletVersion=7 text!, kubeProxyVersion=8 text!, operatingSystem=9 text!,
    architecture=10 text!, swap=11 *NodeSwapStatus
NodeSwapStatus: capacity=1 *int64
ContainerImage: names=1 []text!, sizeBytes=2 int64
AttachedVolume: name=1 text!, devicePath=2 text!
NodeConfigStatus: assigned=1 *NodeConfigSource, active=2 *NodeConfigSource, lastKnownGood=3 *NodeConfigSource,
    error=4 text
NodeRuntimeHandler: name=1 text!, features=2 *NodeRuntimeHandlerFeatures
NodeRuntimeHandlerFeatures: recursiveReadOnlyMounts=1 *bool, userNamespaces=2 *bool
NodeFeatures: supplementalGroupsPolicy=1 *bool
PodTemplateSpec: metadata=1 ObjectMeta, spec=2 PodSpec
PersistentVolumeClaim: metadata=1 ObjectMeta, spec=2 PersistentVolumeClaimSpec, status=3 PersistentVolumeClaimStatus
PersistentVolumeClaimStatus: phase=1 text, accessModes=2 []text, capacity=3 {}Quantity,
    conditions=4 []PersistentVolumeClaimCondition, allocatedResources=5 {}Quantity,
    allocatedResourceStatuses=7 {}text, currentVolumeAttributesClassName=8 *text,
    modifyVolumeStatus=9 *ModifyVolumeStatus
PersistentVolumeClaimCondition: type=1 text!, status=2 text!, lastProbeTime=3 Time, lastTransitionTime=4 Time,
    reason=5 text, message=6 text
ModifyVolumeStatus: targetVolumeAttributesClassName=1 text, status=2 text!
Deployment: metadata=1 ObjectMeta, spec=2 DeploymentSpec, status=3 DeploymentStatus
DeploymentSpec: replicas=1 *int32, selector=2 *LabelSelector!, template=3 PodTemplateSpec,
    strategy=4 DeploymentStrategy, minReadySeconds=5 int32, revisionHistoryLimit=6 *int32, paused=7 bool,
    progressDeadlineSeconds=9 *int32
DeploymentStrategy: type=1 text, rollingUpdate=2 *RollingUpdateDeployment
RollingUpdateDeployment: maxUnavailable=1 *IntOrString, maxSurge=2 *IntOrString
DeploymentStatus: observedGeneration=1 int64, replicas=2 int32, updatedReplicas=3 int32, readyReplicas=7 int32,
    availableReplicas=4 int32, unavailableReplicas=5 int32, terminatingReplicas=9 *int32,
    conditions=6 []DeploymentCondition, collisionCount=8 *int32
DeploymentCondition: type=1 text!, status=2 text!, lastUpdateTime=6 Time, lastTransitionTime=7 Time, reason=4 text,
    message=5 text
DaemonSet: metadata=1 ObjectMeta, spec=2 DaemonSetSpec, status=3 DaemonSetStatus
DaemonSetSpec: selector=1 *LabelSelector!, template=2 PodTemplateSpec, updateStrategy=3 DaemonSetUpdateStrategy,
    minReadySeconds=4 int32, revisionHistoryLimit=6 *int32
DaemonSetUpdateStrategy: type=1 text, rollingUpdate=2 *RollingUpdateDaemonSet
RollingUpdateDaemonSet: maxUnavailable=1 *IntOrString, maxSurge=2 *IntOrString
DaemonSetStatus: currentNumberScheduled=1 int32!, numberMisscheduled=2 int32!, desiredNumberScheduled=3 int32!,
    numberReady=4 int32!, observedGeneration=5 int64, updatedNumberScheduled=6 int32, numberAvailable=7 int32,
    numberUnavailable=8 int32, collisionCount=9 *int32, conditions=10 []DaemonSetCondition
DaemonSetCondition: type=1 text!, status=2 text!, lastTransitionTime=3 Time, reason=4 text, message=5 text
ReplicaSet: metadata=1 ObjectMeta, spec=2 ReplicaSetSpec, status=3 ReplicaSetStatus
ReplicaSetSpec: replicas=1 *int32, minReadySeconds=4 int32, selector=2 *LabelSelector!, template=3 PodTemplateSpec
ReplicaSetStatus: replicas=1 int32!, fullyLabeledReplicas=2 int32, readyReplicas=4 int32, availableReplicas=5 int32,
    terminatingReplicas=7 *int32, observedGeneration=3 int64, conditions=6 []ReplicaSetCondition
ReplicaSetCondition: type=1 text!, status=2 text!, lastTransitionTime=3 Time, reason=4 text, message=5 text
StatefulSet: metadata=1 ObjectMeta, spec=2 StatefulSetSpec, status=3 StatefulSetStatus
StatefulSetSpec: replicas=1 *int32, selector=2 *LabelSelector!, template=3 PodTemplateSpec,
    volumeClaimTemplates=4 []PersistentVolumeClaim, serviceName=5 text!, podManagementPolicy=6 text,
    updateStrategy=7 StatefulSetUpdateStrategy, revisionHistoryLimit=8 *int32, minReadySeconds=9 int32,
    persistentVolumeClaimRetentionPolicy=10 *StatefulSetPersistentVolumeClaimRetentionPolicy,
    ordinals=11 *StatefulSetOrdinals
StatefulSetUpdateStrategy: type=1 text, rollingUpdate=2 *RollingUpdateStatefulSetStrategy
RollingUpdateStatefulSetStrategy: partition=1 *int32, maxUnavailable=2 *IntOrString
StatefulSetOrdinals: start=1 int32!
StatefulSetStatus: observedGeneration=1 int64, replicas=2 int32!, readyReplicas=3 int32, currentReplicas=4 int32,
    updatedReplicas=5 int32, currentRevision=6 text, updateRevision=7 text, collisionCount=9 *int32,
    conditions=10 []StatefulSetCondition, availableReplicas=11 int32!
StatefulSetCondition: type=1 text!, status=2 text!, lastTransitionTime=3 Time, reason=4 text, message=5 text
Job: metadata=1 ObjectMeta, spec=2 JobSpec, status=3 JobStatus
JobSpec: parallelism=1 *int32, completions=2 *int32, activeDeadlineSeconds=3 *int64,
    podFailurePolicy=11 *PodFailurePolicy, successPolicy=16 *SuccessPolicy, backoffLimit=7 *int32,
    backoffLimitPerIndex=12 *int32, maxFailedIndexes=13 *int32, selector=4 *LabelSelector, manualSelector=5 *bool,
    template=6 PodTemplateSpec, ttlSecondsAfterFinished=8 *int32, completionMode=9 *text, suspend=10 *bool,
    podReplacementPolicy=14 *text, managedBy=15 *text
PodFailurePolicy: rules=1 []PodFailurePolicyRule!
PodFailurePolicyRule: action=1 text!, onExitCodes=2 *PodFailurePolicyOnExitCodesRequirement,
    onPodConditions=3 []PodFailurePolicyOnPodConditionsPattern
PodFailurePolicyOnExitCodesRequirement: containerName=1 *text, operator=2 text!, values=3 []int32!
PodFailurePolicyOnPodConditionsPattern: type=1 text!, status=2 text!
SuccessPolicy: rules=1 []SuccessPolicyRule!
SuccessPolicyRule: succeededIndexes=1 *text, succeededCount=2 *int32
JobStatus: conditions=1 []JobCondition, startTime=2 *Time, completionTime=3 *Time, active=4 int32, succeeded=5 int32,
    failed=6 int32, terminating=11 *int32, completedIndexes=7 text, failedIndexes=10 *text,
    uncountedTerminatedPods=8 *UncountedTerminatedPods, ready=9 *int32
JobCondition: type=1 text!, status=2 text!, lastProbeTime=3 Time, lastTransitionTime=4 Time, reason=5 text,
    message=6 text
UncountedTerminatedPods: succeeded=1 []text, failed=2 []text
CronJob: metadata=1 ObjectMeta, spec=2 CronJobSpec, status=3 CronJobStatus
CronJobSpec: schedule=1 text!, timeZone=8 *text, startingDeadlineSeconds=2 *int64, concurrencyPolicy=3 text,
    suspend=4 *bool, jobTemplate=5 JobTemplateSpec, successfulJobsHistoryLimit=6 *int32,
    failedJobsHistoryLimit=7 *int32
JobTemplateSpec: metadata=1 ObjectMeta, spec=2 JobSpec
CronJobStatus: active=1 []ObjectReference, lastScheduleTime=4 *Time, lastSuccessfulTime=5 *Time
HorizontalPodAutoscaler: metadata=1 ObjectMeta, spec=2 HorizontalPodAutoscalerSpec,
    status=3 HorizontalPodAutoscalerStatus
HorizontalPodAutoscalerSpec: scaleTargetRef=1 CrossVersionObjectReference, minReplicas=2 *int32, maxReplicas=3 int32!,
    targetCPUUtilizationPercentage=4 *int32
CrossVersionObjectReference: kind=1 text!, name=2 text!, apiVersion=3 text
HorizontalPodAutoscalerStatus: observedGeneration=1 *int64, lastScaleTime=2 *Time, currentReplicas=3 int32!,
    desiredReplicas=4 int32!, currentCPUUtilizationPercentage=5 *int32
Scale: metadata=1 ObjectMeta, spec=2 ScaleSpec, status=3 ScaleStatus
ScaleSpec: replicas=1 int32
ScaleStatus: replicas=1 int32!, selector=2 text
Lease: metadata=1 ObjectMeta, spec=2 LeaseSpec
LeaseSpec: holderIdentity=1 *text, leaseDurationSeconds=2 *int32, acquireTime=3 *MicroTime, renewTime=4 *MicroTime,
    leaseTransitions=5 *int32, strategy=6 *text, preferredHolder=7 *text
EndpointSlice: metadata=1 ObjectMeta, addressType=4 text!, endpoints=2 []Endpoint!, ports=3 []EndpointPort!
Endpoint: addresses=1 []text!, conditions=2 EndpointConditions, hostname=3 *text, targetRef=4 *ObjectReference,
    deprecatedTopology=5 {}text, nodeName=6 *text, zone=7 *text, hints=8 *EndpointHints
EndpointConditions: ready=1 *bool, serving=2 *bool, terminating=3 *bool
EndpointHints: forZones=1 []ForZone, forNodes=2 []ForNode
ForZone: name=1 text!
ForNode: name=1 text!
EndpointPort: name=1 *text, protocol=2 *text, port=3 *int32, appProtocol=4 *text
SelfSubjectAccessReview: metadata=1 ObjectMeta, spec=2 SelfSubjectAccessReviewSpec, status=3 SubjectAccessReviewStatus
SelfSubjectAccessReviewSpec: resourceAttributes=1 *ResourceAttributes, nonResourceAttributes=2 *NonResourceAttributes
ResourceAttributes: namespace=1 text, verb=2 text, group=3 text, version=4 text, resource=5 text, subresource=6 text,
    name=7 text, fieldSelector=8 *FieldSelectorAttributes, labelSelector=9 *LabelSelectorAttributes
FieldSelectorAttributes: rawSelector=1 text, requirements=2 []FieldSelectorRequirement
LabelSelectorAttributes: rawSelector=1 text, requirements=2 []LabelSelectorRequirement
NonResourceAttributes: path=1 text, verb=2 text
SubjectAccessReviewStatus: allowed=1 bool!, denied=4 bool, reason=2 text, evaluationError=3 text
)";

} // namespace wk::apiserver
